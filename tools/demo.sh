#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh TILEGLOT FOLDER: moves a tensor that NumPy wrote into a TPU's tiled layout and back.
#
# It proves on the way that no element was harmed, and that the proof notices one changed byte.
set -euo pipefail

tileglot=$1 folder=$2
# Debian's python3-numpy belongs to Debian's Python; another python3 may come first on the path.
python=/usr/bin/python3
rows=4096 columns=14336
layout='{1,0:T(8,128)(2,1)}'
tiled_type="bf16[$rows,$columns]$layout"
original=$folder/original.npy tiled=$folder/tiled.npy
damaged=$folder/damaged.npy back=$folder/back.npy

# Prints a command as a user would type it, then runs it.
show() {
  printf '\n$'
  printf ' %q' "$@" | sed "s/\\\\\([][{}(),:]\)/\1/g"
  printf '\n'
  "$@"
}

mkdir -p "$folder"
echo "A bf16 [$rows,$columns] tensor in row-major order, written by NumPy"
"$python" tools/demo_tensor.py write "$original" "$rows" "$columns"
show "$tileglot" inspect "$original" --dtype bf16

echo
echo "To $layout, as a TPU holds it"
show "$tileglot" relayout "$original" -o "$tiled" --dtype bf16 --to "$layout" --measure --force
show "$tileglot" verify "$tiled" --against "$original" --dtype bf16 --layout "$tiled_type"

echo
echo "The same proof fails when one byte of the tiled file is changed"
cp "$tiled" "$damaged"
"$python" tools/demo_tensor.py flip "$damaged" 1234567
status=0
show "$tileglot" verify "$damaged" --against "$original" --dtype bf16 --layout "$tiled_type" ||
  status=$?
echo "exit status $status"
if [[ $status != 1 ]]; then
  echo "demo: verify did not notice the changed byte" >&2
  exit 1
fi

echo
echo "And back: the same file, byte for byte"
show "$tileglot" relayout "$tiled" -o "$back" --dtype bf16 --from "$tiled_type" --to "{1,0}" --measure --force
show cmp "$original" "$back"
echo "identical: $original and $back"
