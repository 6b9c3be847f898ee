//! The server with a certificate of its own making: requests pass over TLS, and without it nothing is understood.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
};

use super::client::raw;
use super::{Server, command};

const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/http/tls/for-tests-only.cert.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/http/tls/for-tests-only.key.pem");

/// Trusts one certificate and no other.
#[derive(Debug)]
struct Pinned(CertificateDer<'static>, Arc<CryptoProvider>);

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        assert_eq!(*shown, self.0);
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, signed, &self.1.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, signed, &self.1.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.1.signature_verification_algorithms.supported_schemes()
    }
}

/// Asks over TLS and returns everything that comes.
fn ask(server: &Server, request: &str) -> String {
    let provider = Arc::new(ring::default_provider());
    let pinned = Pinned(CertificateDer::from_pem_file(CERTIFICATE).unwrap(), Arc::clone(&provider));
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(pinned)).with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut tls = StreamOwned::new(ClientConnection::new(Arc::new(config), name).unwrap(), stream);
    tls.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = tls.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_self_signed_certificate_serves_and_plain_words_reach_nothing() {
    let server = Server::start_with(&["--tls-cert", CERTIFICATE, "--tls-key", KEY]);
    let get = |path: &str, token: &str| {
        ask(&server, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{token}\r\n"))
    };
    assert!(get("/health", "").starts_with("HTTP/1.1 200"));
    assert!(get("/v1/status", "").starts_with("HTTP/1.1 401"));
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    assert!(get("/v1/status", &token).starts_with("HTTP/1.1 200"));
    let plain = raw(server.address, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(plain.status, 0, "{plain:?}");
    assert!(get("/ready", "").contains("true"), "a broken handshake keeps nobody out");
}

#[test]
fn beyond_loopback_a_certificate_or_a_proxy_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |more: &[&str]| {
        let arguments = [&["serve", "--bind", "0.0.0.0", "--port", "0"], more].concat();
        let output = command(folder.path(), &arguments).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, told) = refused(&[]);
    assert!(code == Some(2) && told.contains("--tls-cert"), "{told}");
    assert_eq!(refused(&["--open", "--behind-proxy"]).0, Some(2));
    let (code, told) = refused(&["--tls-cert", "/no/such.pem", "--tls-key", KEY]);
    assert!(code == Some(2) && told.contains("/no/such.pem"), "{told}");
}
