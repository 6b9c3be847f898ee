//! Providers against a server on this machine that speaks their wire formats, errors included. No test
//! reaches the network or waits by chance: the clock is a fake, and only time-outs run in real time.

mod chains;
mod failures;
mod formats;
mod server;
mod world;
