//! The server's certificate: read from two files, given to every connection. Makes none. And how the health check of this
//! machine asks a server that has one.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, ServerConfig, SignatureScheme, StreamOwned,
};

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

/// Takes whatever certificate the server on this machine has: nothing secret is sent to it, and its name is another one
/// than the loopback address.
#[derive(Debug)]
struct Any(Arc<CryptoProvider>);

impl ServerCertVerifier for Any {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> std::result::Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Asks the server on this machine something that is no secret, over TLS; returns how its answer begins.
pub(crate) fn ask_own<S: Read + Write>(stream: S, request: &str, most: u64) -> std::io::Result<Vec<u8>> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let config = config.with_safe_default_protocol_versions().map_err(std::io::Error::other)?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(Any(provider)));
    let name = ServerName::try_from("localhost").map_err(std::io::Error::other)?;
    let connection = ClientConnection::new(Arc::new(config.with_no_client_auth()), name);
    let mut tls = StreamOwned::new(connection.map_err(std::io::Error::other)?, stream);
    tls.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    // A server that closes at once after its answer has answered.
    match tls.take(most).read_to_end(&mut answer) {
        Err(error) if answer.is_empty() => Err(error),
        _ => Ok(answer),
    }
}
