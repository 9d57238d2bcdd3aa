#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh FOLDER [NAME] [--quick] [--json FILE]: runs a benchmark of FOLDER, or lists them.
#
# NAME may leave out a trailing _bench. relayout has a method and options of its own: --help.
set -euo pipefail

folder=$1 name='' json=''
options=()
shift
if [[ ${1:-} == relayout || ${1:-} == relayout_bench ]]; then
  exec "$folder/relayout_bench" "${@:2}"
fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --quick) options+=(--benchmark_min_time=0.05) ;;
    --json) json=${2:?--json takes a file}; shift ;;
    -*) echo "bench: unknown option '$1'" >&2; exit 2 ;;
    *) name=$1 ;;
  esac
  shift
done

if [[ -z $name ]]; then
  find "$folder" -type f -executable -printf '%f\n' 2>/dev/null | sed 's/_bench$//' | sort
  exit 0
fi

program=$folder/$name
[[ -x $program ]] || program=$folder/${name}_bench
if [[ ! -x $program ]]; then
  echo "bench: no benchmark '$name'; ./dev bench lists them" >&2
  exit 2
fi
raw=$(mktemp)
trap 'rm -f "$raw"' EXIT
"$program" "${options[@]}" --benchmark_out="$raw" --benchmark_out_format=json
if [[ -n $json ]]; then
  python3 tools/bench_json.py "$raw" >"$json"
fi
