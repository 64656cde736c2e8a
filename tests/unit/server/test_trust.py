"""Jars behind an authority of a firm's own: fetched where the system trusts it, told where not."""

import gc
import ipaddress
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from graphmem.errors import ArtifactError
from graphmem.server import fetch
from graphmem.server.fetch import fetcher, system_trust
from tests.unit.server.jars import CONTENTS, ONE

pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


class Served(NamedTuple):
    """An https repository, and the file of the authority that signed its certificate."""

    url: str
    authority: Path


def certified(folder: Path) -> tuple[Path, Path]:
    """An authority of our own, and a certificate of 127.0.0.1 with its key that it signed."""
    now = datetime.now(UTC)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in ("firm", "mirror")
    ]
    issued = []
    for is_authority, name, key in zip((True, False), names, keys, strict=True):
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(names[0])
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(
                x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False
            )
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(keys[0].public_key()),
                critical=False,
            )
            .add_extension(
                x509.KeyUsage(
                    digital_signature=not is_authority,
                    content_commitment=False,
                    key_encipherment=False,
                    data_encipherment=False,
                    key_agreement=False,
                    key_cert_sign=is_authority,
                    crl_sign=is_authority,
                    encipher_only=False,
                    decipher_only=False,
                ),
                critical=True,
            )
        )
        if not is_authority:
            here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
            builder = builder.add_extension(x509.SubjectAlternativeName([here]), critical=False)
        issued.append(builder.sign(keys[0], hashes.SHA256()))
    pem = serialization.Encoding.PEM
    authority, mirror = folder / "authority.pem", folder / "mirror.pem"
    authority.write_bytes(issued[0].public_bytes(pem))
    mirror.write_bytes(
        issued[1].public_bytes(pem)
        + keys[1].private_bytes(
            pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return authority, mirror


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    authority, mirror = certified(tmp_path)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            held = {str(jar.repository_path): content for jar, content in CONTENTS.items()}
            content = held.get(self.path.removeprefix("/maven/"))
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(mirror)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield Served(f"https://127.0.0.1:{server.server_port}/maven", authority)
    server.shutdown()
    thread.join()
    server.server_close()
    gc.collect()


@pytest.fixture(autouse=True)
def nothing_of_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(fetch, "_PAUSES", (0.0,))


def test_an_authority_that_the_system_trusts_is_trusted(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where OpenSSL looks for the system's authorities.
    monkeypatch.setenv("SSL_CERT_FILE", str(served.authority))
    before = ssl.SSLContext
    assert fetcher({"ours": served.url})(ONE, tmp_path).read_bytes() == b"one"
    assert ssl.SSLContext is before


def test_one_that_nobody_trusts_is_told_with_what_to_do(served: Served, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="trusts the certificate of ours") as error:
        fetcher({"ours": served.url})(ONE, tmp_path)
    assert "CERTIFICATE_VERIFY_FAILED" in error.value.problem
    assert "SSL_CERT_FILE" in error.value.next_step


def test_what_the_caller_trusts_for_good_stays() -> None:
    import truststore

    before = ssl.SSLContext
    truststore.inject_into_ssl()
    try:
        with system_trust():
            assert ssl.SSLContext is truststore.SSLContext
        assert ssl.SSLContext is truststore.SSLContext
    finally:
        truststore.extract_from_ssl()
    assert ssl.SSLContext is before
    with system_trust(), system_trust():
        assert ssl.SSLContext is truststore.SSLContext
    assert ssl.SSLContext is before
