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
  local name=$1 log status=0 begin=$SECONDS counts used
  shift
  log=$(mktemp)
  used=$(core_seconds)
  echo "=== $name"
  ("$@") 2>&1 | tee "$log" || status=$?
  counts=$(sed -n -E 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
  rm -f "$log"
  count_stage "$name" "$status" $counts
  echo "=== $name: $([[ $status == 0 ]] && echo passed || echo FAILED)," \
    "$(($(core_seconds) - used)) core-seconds, $((SECONDS - begin)) s"
}

# Of all processes that this shell has waited for, and theirs: user + sys.
core_seconds() {
  local stat
  read -r stat <"/proc/$$/stat"
  # The fields after the name, which may have blanks; 14 and 15 are cutime and cstime.
  awk -v ticks="$(getconf CLK_TCK)" '{ printf "%d\n", ($14 + $15) / ticks }' <<<"${stat##*) }"
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

# What a build folder depends on besides the sources.
build_key() {
  local preset=$1 name
  settings_of "$preset" || return 1
  for name in CXX CXXFLAGS CPPFLAGS LDFLAGS TILEGLOT_UNITY TILEGLOT_PRECOMPILE \
    CMAKE_CXX_COMPILER_LAUNCHER; do
    echo "$name=${!name:-}"
  done
  cmake --version | head -n 1
  compiler_version "$preset"
}

# The preset's variables, and its toolchain file where it has one.
settings_of() {
  local variables toolchain
  variables=$(cmake --preset "$1" -N) || return 1
  echo "$variables"
  toolchain=$(setting CMAKE_TOOLCHAIN_FILE <<<"$variables")
  [[ -z $toolchain ]] || cat "$toolchain"
}

# The value of a variable, from those of a preset.
setting() { sed -n -E "s/^ *$1(:[A-Z]+)?=\"(.*)\"\$/\2/p"; }

# Of the compiler that the preset or its toolchain names, or else of CXX, which may have several words.
compiler_version() {
  local variables toolchain compiler
  variables=$(cmake --preset "$1" -N) || return 1
  toolchain=$(setting CMAKE_TOOLCHAIN_FILE <<<"$variables")
  compiler=$(setting CMAKE_CXX_COMPILER <<<"$variables")
  if [[ -n $toolchain ]]; then
    compiler=$(toolchain_compiler "$toolchain" "$compiler") || return 1
  fi
  read -ra compiler <<<"${compiler:-${CXX:-c++}}"
  if ! command -v "${compiler[0]}" >/dev/null; then
    echo "error: there is no compiler '${compiler[0]}'" >&2
    echo "  help: install it, or name another one with CXX" >&2
    return 1
  fi
  "${compiler[@]}" --version | head -n 1
}

# As CMake reads it, in any spelling; the second argument where the toolchain names none.
toolchain_compiler() {
  cmake -D TOOLCHAIN="$1" ${2:+-D CMAKE_CXX_COMPILER="$2"} \
    -P "$(dirname "${BASH_SOURCE[0]}")/../cmake/toolchain_compiler.cmake"
}

# A folder that was built with another preset, compiler or flags is removed, and that is said.
refresh_build_folder() {
  local preset=$1 folder=build/$1 key
  key=$(build_key "$preset") || return 1
  if [[ -e $folder/CMakeCache.txt ]] && ! diff -q "$folder/key" - <<<"$key" >/dev/null 2>&1; then
    echo "$folder was built with other settings; rebuilding it" >&2
    [[ ! -e $folder/key ]] || diff "$folder/key" - <<<"$key" | grep '^[<>]' >&2 || true
    rm -rf "$folder"
  fi
  mkdir -p "$folder" && echo "$key" >"$folder/key"
}

# build_preset PRESET [TARGET...]: everything, or these targets.
build_preset() {
  local preset=$1 targets=("${@:2}")
  refresh_build_folder "$preset" &&
    cmake --preset "$preset" --log-level=WARNING -DTILEGLOT_BUILD_PYTHON=OFF &&
    cmake --build "build/$preset" --target "${targets[@]:-all}" && return
  explain_full_disk
  return 1
}

# A full disk shows as a compiler that died or a file cut short.
explain_full_disk() {
  local folder=$PWD/build left
  [[ -d $folder ]] || folder=$PWD
  left=$(df -Pm "$folder" | awk 'NR == 2 { print $4 }')
  if [[ $left -lt 64 ]]; then
    echo "error: the disk is full: $folder has $left MiB left" >&2
    echo "  help: a build takes up to 2 GiB; \`rm -rf build\` frees what earlier ones took" >&2
  fi
}

# run_tests PRESET [OPTIONS OF CTEST]: prints the skipped tests and the sum over all test cases.
run_tests() {
  local preset=$1 results=$PWD/build/$1/test-results status=0
  rm -rf "$results"
  mkdir -p "$results"
  # A preset's own environment would hide what the caller exported.
  if [[ $preset == asan || $preset == tsan ]]; then
    local -x TILEGLOT_LAW_SHARE=${TILEGLOT_LAW_SHARE:-60}
  fi
  ctest --preset "$preset" --output-junit "$results/ctest.xml" "${@:2}" || status=$?
  python3 tools/test_summary.py "$results" || status=$?
  return "$status"
}

# reached_since PRESET BASE: packages that differ from BASE, in their files or in how they are built, or
# use such.
reached_since() {
  git diff -z --name-only --no-renames "$2" | tools/build_reach.py "$1" "$2" | tools/layers.py --reached
}

# test_reached PRESET BASE EXCEPT [OPTIONS OF CTEST]: tests but those named in EXCEPT, and but those of
# packages that neither differ from BASE, in their files or in how they are built, nor use such: what
# they find does not depend on what changed.
# All packages are tested where BASE is empty.
test_reached() {
  local preset=$1 base=$2 except=$3 reached name targets=() others=()
  if [[ -n $base ]]; then
    reached=$(reached_since "$preset" "$base") || return 1
  else
    reached=$(packages)
  fi
  for name in $(packages); do
    if ! grep -q "^ *TESTS" "tileglot/$name/CMakeLists.txt"; then
      continue
    elif grep -qx "$name" <<<"$reached"; then
      targets+=("${name//\//_}_test")
    else
      others+=("${name//\//_}")
    fi
  done
  echo "packages that changed since ${base:-ever}, or use such: ${targets[*]:-none}"
  build_preset "$preset" tileglot fuzzers "${targets[@]}" &&
    run_tests "$preset" "${@:4}" -E "$except|^($(IFS='|'; echo "${others[*]:-none}"))(_[0-9]+)?\$"
}

is_test_preset() { [[ " dev clang asan tsan bench " == *" $1 "* ]]; }

packages() {
  find tileglot -mindepth 2 -name CMakeLists.txt -printf '%P\n' | sed 's|/CMakeLists.txt||' | sort
}

# The package that a word means: notation/xla, notation_xla, tileglot/notation/xla/.
package_named() {
  local word=${1#tileglot/} package
  word=${word%/}
  for package in $(packages); do
    [[ $word == "$package" || $word == "${package//\//_}" ]] && echo "$package" && return
  done
  echo "dev: '$1' is neither a preset nor a package; the packages are:" $(packages) >&2
  return 2
}

benchmarks() {
  {
    grep -rhoP --include=CMakeLists.txt 'tileglot_benchmark\(\K\w+' tileglot
    printf '%s\n' relayout_bench python_bench
  } | sort
}

benchmark_named() {
  local name=${1%_bench}_bench
  if ! benchmarks | grep -qx "$name"; then
    echo "dev: there is no benchmark '$1'; \`./dev bench\` lists them" >&2
    return 2
  fi
  echo "$name"
}

# read_bench_options [--quick] [--json FILE]: sets BENCH_OPTIONS, for the program, and BENCH_JSON.
# relayout has a method and options of its own.
read_bench_options() {
  BENCH_OPTIONS=() BENCH_JSON=''
  while [[ $# -gt 0 ]]; do
    case $1 in
      --quick) BENCH_OPTIONS+=(--benchmark_min_time=0.05) ;;
      --json)
        [[ -n ${2:-} && $2 != -* ]] || { echo "bench: --json takes a file" >&2; return 2; }
        BENCH_JSON=$2
        shift
        ;;
      *) echo "bench: unknown option '$1'" >&2; return 2 ;;
    esac
    shift
  done
}

# A subshell, so that its folder goes when it ends or is interrupted. BENCH_JSON is written last.
run_benchmark() (
  [[ -n $BENCH_JSON ]] || exec "$1" "${BENCH_OPTIONS[@]}"
  folder=$(mktemp -d) || exit
  trap 'rm -rf "$folder"' EXIT
  "$1" "${BENCH_OPTIONS[@]}" --benchmark_out="$folder/measured" --benchmark_out_format=json || exit
  python3 tools/bench_json.py "$folder/measured" >"$folder/cases" || exit
  cp "$folder/cases" "$BENCH_JSON"
)

# --- The Python package ---

# Whether TILEGLOT_PYTHON names a Python that can build the extension.
has_nanobind() { "${TILEGLOT_PYTHON:-false}" -m nanobind --version >/dev/null 2>&1; }

# The extension, with the libraries of the dev build.
build_python() {
  refresh_build_folder dev &&
    cmake --preset dev --log-level=WARNING -DTILEGLOT_BUILD_PYTHON=ON -DPython_EXECUTABLE="$TILEGLOT_PYTHON" &&
    cmake --build build/dev --target tileglot_python && return
  explain_full_disk
  return 1
}

# --- The page ---

# The modules and the site, which build/web keeps.
build_web() {
  build_preset web layouts_module tileglot_module hlo_module && tools/web.py "$@"
}

# The parts of the page by themselves, the modules against PROGRAM, sizes, and the page in a browser.
# test_web PROGRAM PYTHON [OPTIONS OF PYTEST]
test_web() {
  local status=0
  tools/web.py --unit || status=1
  web/tests/module_test.py build/web "$1" || [[ $? == 77 ]] || status=1
  "$2" -m pytest -q -p no:cacheprovider web/tests --ignore=web/tests/module_test.py "${@:3}" || status=1
  return "$status"
}

# Whether the page, or the package that its modules are linked from, differs from BASE or uses what does.
page_is_reached() {
  local reached
  git diff --quiet "$1" -- web tools/web.py tools/web_serve.py cmake CMakePresets.json || return 0
  reached=$(reached_since asan "$1") || return 0
  grep -qx web <<<"$reached"
}

# --- Checks ---

# The C++ sources, separated by NUL; arguments go to find.
cxx_files() {
  find tileglot tests web/module \( -name '*.h' -o -name '*.cc' -o -name '*.cu' \) "$@" -print0 | sort -z
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

# All sources but tests, and the tests that differ from BASE (a branch or commit) where it is given.
files_to_tidy() {
  local base=$1
  cxx_files -name '*.cc' -path 'tileglot/*' | tools/layers.py --linted | configured || return 1
  if [[ -n $base ]]; then
    git diff -z --name-only --diff-filter=d "$base" -- 'tileglot/*.cc' ':!*_fuzz.cc' ':!*_bench.cc' |
      configured
  fi
}

# The sources that differ from BASE, and one for each header that differs: its own, or else the
# first that includes it.
changed_sources() {
  local base=$1 header
  git diff -z --name-only --diff-filter=d "$base" -- 'tileglot/*.cc' | configured
  while IFS= read -r -d '' header; do
    if [[ -e ${header%.h}.cc ]]; then
      printf '%s\0' "${header%.h}.cc"
    else
      grep -rlZ --include='*.cc' "^#include \"$header\"" tileglot | configured | sort -z | head -z -n 1
    fi
  done < <(changed_headers "$base")
}

changed_headers() {
  git diff -z --name-only --diff-filter=d "$1" -- 'tileglot/*.h' | configured
}

# The names, separated by NUL, without those that configure_for_checks leaves out.
configured() {
  if has_nanobind; then cat; else grep -zv '^tileglot/python/' || true; fi
}

# With the Python extension, which only needs to be understood, where that can be.
configure_for_checks() {
  local preset python=(-DTILEGLOT_BUILD_PYTHON=OFF)
  if has_nanobind; then
    python=(-DTILEGLOT_BUILD_PYTHON=ON -DPython_EXECUTABLE="$TILEGLOT_PYTHON")
  else
    echo "SKIP: tileglot/python: TILEGLOT_PYTHON names no Python with nanobind" >&2
  fi
  for preset in tidy alone; do
    refresh_build_folder "$preset" &&
      cmake --preset "$preset" --log-level=WARNING "${python[@]}" >/dev/null || return 1
  done
}

check_optimizer_warnings() {
  build_preset optimized || { cmake --build build/optimized -- -k 0; return 1; }
}

check_cost() {
  configure_for_checks || return 1
  tools/build_cost.py lines build/tidy
}

# What differs from BASE by itself: all but tests as g++ optimizes them, for its warnings;
# tests and headers as far as to be understood.
check_alone_since() {
  local base=$1
  configure_for_checks || return 1
  { changed_sources "$base" | sort -zu | tools/alone.py build/alone --optimized; } &&
    { changed_headers "$base" | tools/alone.py build/tidy; }
}

check_alone() {
  configure_for_checks || return 1
  cxx_files -path 'tileglot/*' ! -name '*.cu' | configured | tools/alone.py build/tidy
}

# The dearest sources by what the compiler reads, of those that differ from BASE.
check_cost_since() {
  configure_for_checks || return 1
  changed_sources "$1" | sort -zu | xargs -0 -r tools/build_cost.py lines build/tidy --only
}

# The sources that differ from BASE, but for tests.
check_tidy_since() {
  local base=$1
  configure_for_checks || return 1
  changed_sources "$base" | sort -zu | tools/layers.py --linted | xargs -0 -r tools/tidy.py build/tidy
}

check_tidy() {
  local base=${1:-}
  configure_for_checks || return 1
  files_to_tidy "$base" | xargs -0 tools/tidy.py build/tidy
}

# The commit up to which all changes were checked; checks of what changed begin there.
checked() {
  local commit
  commit=$(cat .ci/checked) || return 1
  if ! [[ $commit =~ ^[0-9a-f]{40}$ ]] || ! git merge-base --is-ancestor "$commit" HEAD 2>/dev/null; then
    echo "error: .ci/checked names '$commit', which is not an ancestor of HEAD" >&2
    echo "  help: write there the last commit that passed; \`git fetch --unshallow\` gets what a shallow clone lacks" >&2
    return 1
  fi
  echo "$commit"
}

# note_checked COMMIT: after a clean run that began there.
note_checked() {
  if [[ -z $1 || $1 != "$(committed)" ]]; then
    echo ".ci/checked stays: what was checked is not what is committed"
    return
  fi
  if [[ ! -d ${TILEGLOT_SHARED:-../shared} ]]; then
    echo ".ci/checked stays: tests that read the shared material were skipped"
    return
  fi
  if ! has_nanobind || ! "$TILEGLOT_PYTHON" tools/python_checks.py --complete; then
    echo ".ci/checked stays: the Python package was not tested, or not all of it"
    return
  fi
  if ! git diff --quiet "$(cat .ci/checked)" -- .clang-tidy; then
    echo ".ci/checked stays: .clang-tidy changed; run ./dev lint, then write $1 there"
    return
  fi
  echo "$1" >.ci/checked
  echo ".ci/checked is now $1: commit it"
}

# HEAD, and nothing where files differ from it.
committed() {
  [[ -n $(git status --porcelain -- . ':!.ci/checked') ]] || git rev-parse HEAD
}
