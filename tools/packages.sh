# SPDX-License-Identifier: Apache-2.0
# packages.sh: what each task needs from Debian 12, and the function that installs what is missing.

DEMO_PACKAGES=(
  g++ cmake ninja-build python3 python3-numpy
  libcli11-dev libfmt-dev nlohmann-json3-dev libexpected-dev libhwy-dev libtbb-dev
)
TEST_PACKAGES=(
  "${DEMO_PACKAGES[@]}" ccache
  libgtest-dev librapidcheck-dev libbenchmark-dev protobuf-compiler python3-protobuf
)
CLANG_PACKAGES=("${TEST_PACKAGES[@]}" clang-19 libclang-rt-19-dev lld-19 libc++-19-dev libc++abi-19-dev)
# The wheel; tools/wheel.sh brings the rest from PyPI.
PYTHON_PACKAGES=("${DEMO_PACKAGES[@]}" python3-dev python3-venv)
LINT_PACKAGES=(clang-format-19 clang-tidy-19 python3)
# The page: its modules, its script, and node to ask the modules.
WEB_PACKAGES=(
  clang-19 lld-19 cmake ninja-build python3 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32
  libfmt-dev libexpected-dev libhwy-dev nlohmann-json3-dev nodejs node-typescript esbuild zopfli
)
# The browser that the page's tests drive.
BROWSER_PACKAGES=(chromium fonts-dejavu-core)
# What tests of pictures look through; each is skipped where its program is missing.
PICTURE_PACKAGES=(
  librsvg2-bin poppler-utils texlive-latex-base texlive-pictures "${BROWSER_PACKAGES[@]}"
)
# Solvers of integer programs; `--strategy optimal` asks one where nothing else finds the answer.
SOLVER_PACKAGES=(coinor-cbc)

# From PyPI, where Debian has none or older ones: what builds and checks the Python package, and the
# libraries whose objects its tests read. Tests of what is missing are skipped.
PYPI_CHECKS=(nanobind nanobind-backend pytest mypy ruff abi3audit)
PYPI_PEERS=(jax triton tensor-layouts hypothesis nvidia-cutlass nbclient ipykernel)
# What drives the browser, checks accessibility, and reads screenshots.
PYPI_BROWSER=(pytest playwright axe-playwright-python pillow)

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Installs the packages that are missing; touches nothing, not even the lists, where none is.
install_packages() {
  local package missing=()
  if ! command -v dpkg-query >/dev/null; then
    echo "this is not Debian, so nothing is installed; these packages or their like are needed: $*" >&2
    return 0
  fi
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [[ ${#missing[@]} == 0 ]] && return 0
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    echo "error: these packages are missing: ${missing[*]}" >&2
    echo "  help: you are not root and sudo is not installed; as root, run: apt-get install ${missing[*]}" >&2
    return 1
  fi
  echo "installing: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  if ! as_root "${apt[@]}" update ||
    ! as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null; then
    echo "error: these packages are missing and could not be installed: ${missing[*]}" >&2
    echo "  help: apt-get says why, above; without a network, install them from a mirror or a disc" >&2
    return 1
  fi
}

# pip_install FOLDER NAME...: into the virtual environment FOLDER; names what cannot be installed.
pip_install() {
  local folder=$1 name missing=()
  for name in "${@:2}"; do
    # pycute is in nvidia-cutlass and needs none of what that asks for.
    "$folder/bin/python" -m pip install --quiet $([[ $name != nvidia-cutlass ]] || echo --no-deps) "$name" ||
      missing+=("$name")
  done
  [[ ${#missing[@]} == 0 ]] && return
  echo "pip could not install: ${missing[*]}" >&2
  return 1
}

install_for_preset() {
  case $1 in
    release) install_packages "${DEMO_PACKAGES[@]}" ;;
    dev | bench | optimized) install_packages "${TEST_PACKAGES[@]}" ;;
    web) install_packages "${WEB_PACKAGES[@]}" ;;
    *) install_packages "${CLANG_PACKAGES[@]}" ;;
  esac
}
