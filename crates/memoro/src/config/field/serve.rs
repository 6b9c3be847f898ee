//! The configuration keys of the server: where it listens, whom it holds, who may ask.

use std::net::IpAddr;
use std::path::PathBuf;

use super::{Field, Form, number, words};

/// Sets the address.
pub(super) const BIND: Field = Field {
    name: "serve.bind",
    about: "the address that the server listens on; beyond loopback it needs TLS or a proxy",
    example: "127.0.0.1",
    form: Form::Text,
    put: |config, value| {
        config.serve.bind =
            value.parse::<IpAddr>().map_err(|_| format!("`{value}` is no address; try 127.0.0.1 or ::1"))?;
        Ok(())
    },
    show: |config| Some(config.serve.bind.to_string()),
};
/// Sets the port.
pub(super) const PORT: Field = Field {
    name: "serve.port",
    about: "the port that the server listens on; 0 for any that is free",
    example: "47778",
    form: Form::Number,
    put: |config, value| {
        config.serve.port =
            value.parse::<u16>().map_err(|_| "must be a number from 0 to 65535".to_owned())?;
        Ok(())
    },
    show: |config| Some(config.serve.port.to_string()),
};
/// Sets the folder of tenants.
pub(super) const TENANTS: Field = Field {
    name: "serve.tenants",
    about: "a folder with one workspace for each tenant, instead of a single workspace",
    example: "~/memoro/tenants",
    form: Form::Text,
    put: |config, value| {
        config.serve.tenants = (!value.is_empty()).then(|| PathBuf::from(value));
        Ok(())
    },
    show: |config| config.serve.tenants.as_ref().map(|path| path.display().to_string()),
};
/// Sets further names of the server.
pub(super) const HOSTS: Field = Field {
    name: "serve.hosts",
    about: "names, besides addresses and localhost, under which the server may be asked",
    example: "memoro.internal",
    form: Form::List,
    put: |config, value| {
        config.serve.hosts = words(value);
        Ok(())
    },
    show: |config| Some(config.serve.hosts.join(",")),
};
/// Sets origins of pages that may ask.
pub(super) const ORIGINS: Field = Field {
    name: "serve.origins",
    about: "origins of web pages that may ask the server, besides its own",
    example: "https://app.example",
    form: Form::List,
    put: |config, value| {
        config.serve.origins = words(value);
        Ok(())
    },
    show: |config| Some(config.serve.origins.join(",")),
};
/// Sets how often a key may ask.
pub(super) const RATE: Field = Field {
    name: "serve.rate",
    about: "requests a minute for each key; 0 for any number; loopback has no limit",
    example: "600",
    form: Form::Number,
    put: |config, value| {
        config.serve.rate = number::<u32>(value, 0)?;
        Ok(())
    },
    show: |config| Some(config.serve.rate.to_string()),
};
/// Sets how many connections there may be.
pub(super) const CONNECTIONS: Field = Field {
    name: "serve.connections",
    about: "connections at once, fewer where the system gives too few files; further ones are answered 503",
    example: "1024",
    form: Form::Number,
    put: |config, value| {
        config.serve.connections = number(value, 1)?;
        Ok(())
    },
    show: |config| Some(config.serve.connections.to_string()),
};
/// Sets how many calls may wait.
pub(super) const QUEUE: Field = Field {
    name: "serve.queue",
    about: "calls that run or wait at once, of reads and of writes each; further ones are answered 503",
    example: "1024",
    form: Form::Number,
    put: |config, value| {
        config.serve.queue = number(value, 1)?;
        Ok(())
    },
    show: |config| Some(config.serve.queue.to_string()),
};
