// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/errors.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"

namespace tileglot::python {
namespace {

/// The number of characters before byte `end`.
std::size_t characters_before(std::string_view text, std::size_t end) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < end && at < text.size(); ++count) {
    at += core::character_at(text.substr(at)).length;
  }
  return count;
}

std::string_view exception_class(const core::Error& error) {
  if (error->code == "io.memory") return "MemoryError";
  // Only what is well-formed and cannot be has one; the program's exit code counts a text as at fault.
  if (!error->witness.empty()) return "ImpossibleError";
  switch (api::exit_code_of(error)) {
    case api::kImpossible: return "ImpossibleError";
    case api::kInputOutput: return "FileError";
    case api::kOurBug: return "InternalError";
    case api::kInterrupted: return "KeyboardInterrupt";
    default: return "InvalidError";
  }
}

[[noreturn]] void raise_as(std::string_view name, const core::Error& error, std::string_view text) {
  const core::Error shown = text.empty() ? error : core::with_line(error, text);
  nb::object span = nb::none();
  if (error->span && !text.empty()) {
    span = nb::make_tuple(characters_before(text, error->span->begin),
                          characters_before(text, error->span->end));
  }
  std::string rendered = core::render(shown);
  if (rendered.ends_with('\n')) rendered.pop_back();
  const nb::object made =
      nb::module_::import_("tileglot._errors")
          .attr("make")(nb::str(name.data(), name.size()), rendered, error->code, error->message,
                        error->help, error->witness, nb::str(text.data(), text.size()), span);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
  throw nb::python_error();
}

}  // namespace

void raise(const core::Error& error, std::string_view text) {
  raise_as(exception_class(error), error, text);
}

void raise_coordinate(const core::Error& error) { raise_as("CoordinateError", error, {}); }

}  // namespace tileglot::python
