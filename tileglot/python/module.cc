// SPDX-License-Identifier: Apache-2.0
// module.cc: the extension tileglot._tileglot.
#include <nanobind/nanobind.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/program.h"
#include "tileglot/cli/whole_program.h"
#include "tileglot/python/arrays.h"
#include "tileglot/python/conversions.h"
#include "tileglot/python/cute.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/operations.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/python/requests.h"

namespace {

namespace nb = nanobind;

/// The program in this process, whose signals and streams are its own from here on. Words are bytes, as
/// the system has them.
int run_program(const nb::list& words) {
  std::vector<std::string> texts;
  texts.reserve(words.size());
  for (const nb::handle word : words) {
    const nb::bytes bytes = nb::cast<nb::bytes>(word);
    texts.emplace_back(bytes.c_str(), bytes.size());
  }
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const nb::gil_scoped_release release;
  return tileglot::cli::run_program(static_cast<int>(texts.size()), arguments.data(),
                                    tileglot::cli::whole_program());
}

/// Its classes are noted once for the process.
void refuse_second_import() {
  static bool is_imported = false;
  if (!is_imported) {
    is_imported = true;
    return;
  }
  PyErr_SetString(PyExc_ImportError,
                  "tileglot is imported once in a process, and not by several interpreters");
  throw nb::python_error();
}

}  // namespace

NB_MODULE(_tileglot, module) {
  namespace python = tileglot::python;
  refuse_second_import();
  // Another library's objects may hold layouts in a cycle; tests ask for the report.
  nanobind::set_leak_warnings(std::getenv("TILEGLOT_REPORT_LEAKS") != nullptr);
  python::bind_layout(module);
  python::bind_conversions();
  python::bind_cute(module);
  python::bind_linear(module);
  python::bind_strided(module);
  python::bind_xla(module);
  python::bind_operations(module);
  python::bind_cute_operations(module);
  python::bind_relayout(module);
  python::bind_verify(module);
  python::bind_layout_requests(module);
  python::bind_module_requests(module);
  python::bind_file_requests(module);
  python::bind_released_gil(module);
  module.def("run_program", run_program, nb::arg("words"),
             nb::sig("def run_program(words: list[bytes]) -> int"));
  const std::string_view version = tileglot::api::kVersion;
  module.attr("__version__") = nb::str(version.data(), version.size());
}
