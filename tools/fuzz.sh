#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD SECONDS: runs every fuzzer of a build folder that long, two at a time; fails if one finds a crash.
#
# The fuzzer BUILD/fuzzers/PACKAGE/NAME starts from the seeds in tileglot/PACKAGE/fuzz_corpus/NAME and keeps what it learns
# in BUILD/corpus/PACKAGE/NAME, so that the next run goes on from there. A crashing input is left in BUILD/crashes.
set -euo pipefail

# run_one BUILD SECONDS FUZZER, with FUZZER as PACKAGE/NAME.
run_one() {
  local build=$1 seconds=$2 fuzzer=$3 status=0
  local seeds=tileglot/$(dirname "$fuzzer")/fuzz_corpus/$(basename "$fuzzer")
  local corpus=$build/corpus/$fuzzer log=$build/logs/${fuzzer//\//_}.log
  local artifacts=$build/crashes/${fuzzer//\//_}-
  mkdir -p "$corpus" "$build/logs" "$build/crashes"
  local folders=("$corpus")
  [[ -d $seeds ]] && folders+=("$seeds")
  "$build/fuzzers/$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$artifacts" "${folders[@]}" >"$log" 2>&1 || status=$?
  if [[ $status != 0 ]]; then
    tail -n 40 "$log"
    echo "FAILED: $fuzzer; repeat with $build/fuzzers/$fuzzer $artifacts..."
    return 1
  fi
  echo "passed: $fuzzer, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $seconds s"
}

main() {
  local build=$1 seconds=$2 count failed
  count=$(find "$build/fuzzers" -type f -executable | wc -l)
  if [[ $count == 0 ]]; then
    echo "no fuzzer in $build/fuzzers" >&2
    return 1
  fi
  local log=$build/fuzz.log
  find "$build/fuzzers" -type f -executable -printf '%P\0' | sort -z |
    xargs -0 -n 1 -P 2 "$0" --one "$build" "$seconds" | tee "$log" || true
  failed=$(grep -c '^FAILED: ' "$log" || true)
  local passed
  passed=$(grep -c '^passed: ' "$log" || true)
  echo "$passed passed, $((count - passed)) failed"
  [[ $failed == 0 && $passed == "$count" ]]
}

if [[ $1 == --one ]]; then
  run_one "${@:2}"
else
  main "$@"
fi
