#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh PROGRAM [--quick] [--json FILE]: runs a benchmark.
#
# relayout has a method and options of its own: --help.
set -euo pipefail

program=$1 json=''
options=()
shift
if [[ $(basename "$program") == relayout_bench ]]; then
  exec "$program" "$@"
fi
while [[ $# -gt 0 ]]; do
  case $1 in
    --quick) options+=(--benchmark_min_time=0.05) ;;
    --json) json=${2:?--json takes a file}; shift ;;
    *) echo "bench: unknown option '$1'" >&2; exit 2 ;;
  esac
  shift
done

raw=$(mktemp)
trap 'rm -f "$raw"' EXIT
"$program" "${options[@]}" --benchmark_out="$raw" --benchmark_out_format=json
if [[ -n $json ]]; then
  python3 tools/bench_json.py "$raw" >"$json"
fi
