//! The server's certificate: read from two files, given to every connection. Makes none.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::error::{Code, Failure, Result};

/// Reads certificate and key.
pub(crate) fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor> {
    let wrong = |path: &Path, why: &dyn std::fmt::Display| {
        Failure::new(Code::Config, format!("{}: {why}", path.display()))
            .hint("give a certificate and its key as PEM files, readable for you")
    };
    let chain = CertificateDer::pem_file_iter(certificate).map_err(|why| wrong(certificate, &why))?;
    let chain = chain.collect::<Result<Vec<_>, _>>().map_err(|why| wrong(certificate, &why))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|why| wrong(key, &why))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|why| wrong(certificate, &why))?;
    let mut config = builder
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|why| wrong(certificate, &why))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
