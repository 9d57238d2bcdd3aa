#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD SECONDS [BUDGET]: runs every fuzzer of a build folder that long, two at a time.
#
# With a BUDGET each runs shorter where all together would take longer than that many seconds.
# The fuzzer BUILD/fuzzers/PACKAGE/NAME starts from the seeds in tileglot/PACKAGE/fuzz_corpus/NAME and
# keeps what it learns in BUILD/corpus/PACKAGE/NAME, so that the next run goes on from there. It fails
# if one finds a crash, and leaves the input in BUILD/crashes.
set -euo pipefail

# run_one BUILD SECONDS FUZZER, with FUZZER as PACKAGE/NAME.
run_one() {
  local build=$1 seconds=$2 fuzzer=$3 status=0 runs
  local seeds=tileglot/$(dirname "$fuzzer")/fuzz_corpus/$(basename "$fuzzer")
  local corpus=$build/corpus/$fuzzer log=$build/logs/${fuzzer//\//_}.log
  local artifacts=$build/crashes/${fuzzer//\//_}-
  mkdir -p "$corpus" "$build/logs" "$build/crashes"
  local folders=("$corpus")
  [[ -d $seeds ]] && folders+=("$seeds")
  "$build/fuzzers/$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$artifacts" "${folders[@]}" >"$log" 2>&1 || status=$?
  if [[ $status != 0 ]]; then
    tail -n 40 "$log"
    echo "FAILED: $fuzzer; repeat with $build/fuzzers/$fuzzer $artifacts..."
    return 1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  echo "passed: $fuzzer, $runs runs in $seconds s"
}

# Prints the seconds that each of COUNT fuzzers may run, two at a time.
seconds_each() {
  local count=$1 seconds=$2 budget=${3:-}
  local rounds=$(((count + 1) / 2))
  if [[ -n $budget && $((rounds * seconds)) -gt $budget ]]; then
    seconds=$((budget / rounds))
  fi
  echo "$seconds"
}

main() {
  local build=$1 names count seconds passed
  # Without fuzzers there is no folder either; the next line says so.
  names=$(find "$build/fuzzers" -type f -executable -printf '%P\n' 2>/dev/null | sort) || true
  if [[ -z $names ]]; then
    echo "fuzz: no fuzzer in $build/fuzzers" >&2
    return 1
  fi
  count=$(wc -l <<<"$names")
  seconds=$(seconds_each "$count" "${@:2}")
  # xargs goes on with the others after a crash; the count tells it.
  xargs -n 1 -P 2 "$0" --one "$build" "$seconds" <<<"$names" | tee "$build/fuzz.log" || true
  passed=$(grep -c '^passed: ' "$build/fuzz.log" || true)
  echo "$passed passed, $((count - passed)) failed"
  [[ $passed == "$count" ]]
}

if [[ $1 == --one ]]; then
  run_one "${@:2}"
else
  main "$@"
fi
