#!/usr/bin/env bash
# Installs Python for the browser, which the playground of the documentation takes: pinned, with checksums.
set -euo pipefail
cd "$(dirname "$0")"

npm ci --silent
rm -rf wheels
python3 -m pip download --quiet --require-hashes --no-deps --only-binary :all: --requirement wheels.txt --dest wheels \
    --implementation cp --python-version 3.14 --platform pyemscripten_2026_0_wasm32 --platform any
