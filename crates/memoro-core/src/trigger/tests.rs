//! What messages mean, one behaviour a test.

use super::*;
