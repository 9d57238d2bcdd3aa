# SPDX-License-Identifier: Apache-2.0
# stages.sh: building, testing and checking for ./dev and .ci/run, which source it in the root.

# --- Stages: named and timed steps whose tests are counted. ---

STAGES_PASSED=0
STAGES_FAILED=0
STAGES_FAILED_NAMES=()

# stage NAME COMMAND...: runs COMMAND. Its tests count if a line "N passed, M failed" tells them; else
# it counts as one. Goes on after a failure: one run shows everything that is wrong.
# Bash ignores `set -e` inside a function called here, so such a function says `|| return 1` itself.
stage() {
  local name=$1 log status=0 begin=$SECONDS counts
  shift
  log=$(mktemp)
  echo "=== $name"
  ("$@") 2>&1 | tee "$log" || status=$?
  counts=$(sed -n -E 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
  rm -f "$log"
  count_stage "$name" "$status" $counts
  echo "=== $name: $([[ $status == 0 ]] && echo passed || echo FAILED), $((SECONDS - begin)) s"
}

count_stage() {
  local name=$1 status=$2 passed=${3:-0} failed=${4:-0}
  if [[ $((passed + failed)) == 0 ]]; then
    [[ $status == 0 ]] && passed=1
  fi
  if [[ $status != 0 ]]; then
    [[ $failed == 0 ]] && failed=1
    STAGES_FAILED_NAMES+=("$name")
  fi
  STAGES_PASSED=$((STAGES_PASSED + passed))
  STAGES_FAILED=$((STAGES_FAILED + failed))
}

# The sum as the last line; fails if a stage failed.
finish_stages() {
  local name
  for name in "${STAGES_FAILED_NAMES[@]}"; do echo "failed: $name"; done
  echo "$STAGES_PASSED passed, $STAGES_FAILED failed"
  [[ $STAGES_FAILED == 0 ]]
}

# --- Building and testing ---

# build_preset PRESET [TARGET]: everything, or one target.
build_preset() {
  local preset=$1 target=${2:-all}
  cmake --preset "$preset" --log-level=WARNING || return 1
  cmake --build --preset "$preset" --target "$target"
}

# Runs the tests of a built preset and prints the skipped ones and the sum over all test cases.
run_tests() {
  local preset=$1 results status=0
  results=$PWD/build/$preset/test-results
  rm -rf "$results"
  mkdir -p "$results"
  GTEST_OUTPUT=xml:$results/ \
    ctest --preset "$preset" --output-junit "$results/ctest.xml" || status=$?
  python3 tools/test_summary.py "$results" || status=$?
  return "$status"
}

# --- Checks ---

# The C++ sources, separated by NUL; arguments go to find.
cxx_files() {
  find tileglot tests \( -name '*.h' -o -name '*.cc' -o -name '*.cu' \) "$@" -print0 | sort -z
}

check_format() {
  cxx_files | xargs -0 clang-format-19 --dry-run -Werror
}

check_docs() {
  local check status=0
  for check in tools/check_*.py; do
    [[ -e $check ]] || continue
    echo "$check"
    python3 "$check" || status=1
  done
  return "$status"
}

# Library sources, and the tests that differ from BASE (a branch or commit) where it is given.
files_to_tidy() {
  local base=$1
  cxx_files -name '*.cc' ! -name '*_test.cc' ! -name '*_fuzz.cc' ! -name '*_bench.cc' \
    ! -name 'any_*' ! -path 'tests/*'
  if [[ -n $base ]]; then
    git diff -z --name-only --diff-filter=d "$base" -- 'tileglot/*_test.cc' 'tileglot/*any_*.cc'
  fi
}

# The sources that differ from BASE.
changed_sources() {
  git diff -z --name-only --diff-filter=d "$1" -- 'tileglot/*.cc'
}

check_alone_since() {
  cmake --preset tidy --log-level=WARNING >/dev/null || return 1
  changed_sources "$1" | xargs -0 -r tools/alone.py build/tidy
}

# The library's sources that differ from BASE.
check_tidy_since() {
  local base=$1
  cmake --preset tidy --log-level=WARNING >/dev/null || return 1
  changed_sources "$base" | { grep -zvE '_(test|fuzz|bench)\.cc$|/any_[a-z_]*\.cc$' || true; } |
    xargs -0 -r tools/tidy.py build/tidy
}

check_tidy() {
  local base=${1:-}
  cmake --preset tidy --log-level=WARNING >/dev/null || return 1
  files_to_tidy "$base" | xargs -0 tools/tidy.py build/tidy
}
