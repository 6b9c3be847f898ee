//! MCP: the same operations as everywhere, offered as tools, resources and prompts over stdio and streamable HTTP.
//! Knows no rule of its own; what a person must decide is put to the person, and else it waits.

mod confirm;
mod cost;
mod desk;
mod http;
mod lines;
mod person;
mod profiles;
mod prompts;
mod resources;
mod schema;
mod server;
mod stdio;
mod tool;
mod tools;

pub(crate) use cost::{Cost, costs};
pub(crate) use desk::{Desk, Seat};
pub(crate) use http::routes;
pub(crate) use profiles::Profile;
pub(crate) use server::Server;
pub(crate) use stdio::serve as serve_stdio;
