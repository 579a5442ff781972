# SPDX-License-Identifier: Apache-2.0
"""Compares the cache that framewright-cli makes with that of huggingface_hub, against a local hub.

    python tests/reference/check_hub_cache.py build/release/bin/framewright-cli

Each loads what the other has downloaded, without downloading it again, and both may download the same files at
the same time. Needs the Python package huggingface_hub; prints one line per check, exit code 1 for differences.
"""

import hashlib
import http.server
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

COMMIT = "c" * 40
REPOSITORY = "owner/model"


def make_files():
    draw = random.Random(1)
    weights = draw.randbytes
    return {
        "model_index.json": json.dumps({"vae": ["diffusers", "V"], "transformer": ["diffusers", "T"]}).encode(),
        "vae/config.json": b"{}",
        "vae/diffusion_pytorch_model.safetensors": weights(3_000_000),
        "transformer/config.json": b'{"a": 1}',
        "transformer/diffusion_pytorch_model.safetensors": weights(2_000_000),
        "assets/teaser.png": weights(1000),
    }


FILES = make_files()
USED = [path for path in FILES if not path.startswith("assets")]


def is_large(path):
    return path.endswith((".safetensors", ".png"))


def etag(path):
    content = FILES[path]
    if is_large(path):
        return hashlib.sha256(content).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


class Hub(http.server.BaseHTTPRequestHandler):
    asked = []
    pause_s = 0.0

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def send_json(self, value):
        text = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path.startswith(f"/api/models/{REPOSITORY}/tree/"):
            entries = []
            for name, content in FILES.items():
                entry = {"type": "file", "path": name, "size": len(content), "oid": etag(name)}
                if is_large(name):
                    entry["lfs"] = {"oid": etag(name), "size": len(content), "pointerSize": 135}
                entries.append(entry)
            return self.send_json(entries)
        if path.startswith(f"/api/models/{REPOSITORY}"):
            siblings = []
            for name, content in FILES.items():
                entry = {"rfilename": name, "size": len(content), "blobId": "b" * 40}
                if is_large(name):
                    entry["lfs"] = {"sha256": etag(name), "size": len(content), "pointerSize": 135}
                else:
                    entry["blobId"] = etag(name)
                siblings.append(entry)
            card = {"license": "apache-2.0"}
            return self.send_json(
                {"id": REPOSITORY, "sha": COMMIT, "gated": False, "cardData": card, "siblings": siblings})
        prefix = f"/{REPOSITORY}/resolve/"
        if path.startswith(prefix):
            name = path[len(prefix):].split("/", 1)[1]
            self.send_response(302 if is_large(name) else 200)
            self.send_header("X-Repo-Commit", COMMIT)
            if is_large(name):
                self.send_header("X-Linked-Etag", f'"{etag(name)}"')
                self.send_header("X-Linked-Size", str(len(FILES[name])))
                self.send_header("Location", f"http://localhost:{self.server.server_port}/stored/{name}?s=1")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            self.send_header("ETag", f'"{etag(name)}"')
            return self.send_content(name, 0)
        if path.startswith("/stored/"):
            name = path[len("/stored/"):]
            first = 0
            if self.headers.get("Range"):
                first = int(self.headers["Range"].removeprefix("bytes=").split("-")[0])
            self.send_response(206 if first else 200)
            if first:
                size = len(FILES[name])
                self.send_header("Content-Range", f"bytes {first}-{size - 1}/{size}")
            return self.send_content(name, first)
        self.send_error(404)

    def send_content(self, name, first):
        if self.command == "GET":
            Hub.asked.append(name)
        content = FILES[name][first:]
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "HEAD":
            return
        for at in range(0, len(content), 65536):
            self.wfile.write(content[at:at + 65536])
            time.sleep(Hub.pause_s)


def run_framewright(program, environment, *options):
    return subprocess.run([program, "model", "fetch", REPOSITORY, *options], env=environment, text=True,
                          capture_output=True)


def run_client(environment, offline=False):
    code = ("import huggingface_hub as h; print(h.snapshot_download("
            f"{REPOSITORY!r}, allow_patterns=['model_index.json', 'vae/*', 'transformer/*'], "
            f"local_files_only={offline}))")
    return subprocess.Popen([sys.executable, "-c", code], env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def layout(cache):
    """Every entry of the layout that both must agree about: blobs, refs, and what the snapshot's links say."""
    top = Path(cache) / "models--owner--model"
    entries = {}
    for path in sorted(top.rglob("*")):
        relative = path.relative_to(top).as_posix()
        if relative.split("/")[0] not in ("blobs", "refs", "snapshots") or path.is_dir():
            continue
        entries[relative] = os.readlink(path) if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()
    return entries


def main():
    program = os.path.abspath(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    failures = 0

    def check(what, good, detail=""):
        nonlocal failures
        failures += not good
        print(("ok    " if good else "FAIL  ") + what + ("" if good else f": {detail}"))

    def environment(cache):
        return {**os.environ, "HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}", "HF_HUB_CACHE": cache,
                "HF_HOME": cache, "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}

    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
        result = run_framewright(program, environment(ours))
        check("framewright-cli downloads", result.returncode == 0, result.stderr)
        folder = Path(result.stdout.strip())
        check("only what is used", sorted(Hub.asked) == sorted(USED), Hub.asked)
        check("contents", all((folder / name).read_bytes() == FILES[name] for name in USED))
        client = run_client(environment(theirs))
        out, error = client.communicate()
        check("huggingface_hub downloads", client.returncode == 0, error)
        check("both layouts are the same", layout(ours) == layout(theirs), (layout(ours), layout(theirs)))
        Hub.asked.clear()
        for offline in (True, False):
            client = run_client(environment(ours), offline)
            out, error = client.communicate()
            check(f"huggingface_hub loads our cache ({'offline' if offline else 'online'})",
                  client.returncode == 0 and Path(out.strip()) == folder and not Hub.asked, (out, error, Hub.asked))
            result = run_framewright(program, environment(theirs), *(["--offline"] if offline else []))
            check(f"framewright-cli loads its cache ({'offline' if offline else 'online'})",
                  result.returncode == 0 and not Hub.asked, (result.stderr, Hub.asked))
    Hub.pause_s = 0.02
    for round in range(5):
        with tempfile.TemporaryDirectory() as shared:
            clients = [run_client(environment(shared)) for _ in range(2)]
            time.sleep(0.3 * round)
            result = run_framewright(program, environment(shared))
            errors = [client.communicate()[1] for client in clients]
            good = result.returncode == 0 and all(client.returncode == 0 for client in clients)
            folder = Path(shared) / "models--owner--model/snapshots" / COMMIT
            good = good and all((folder / name).read_bytes() == FILES[name] for name in USED)
            check(f"three at a time ({round + 1})", good, (result.stderr, errors))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
