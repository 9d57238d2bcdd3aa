// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/options.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <string>

#include "tileglot/python/texts.h"

namespace tileglot::python {

nb::handle Options::next(const char* name) {
  if (!given_.contains(name)) return {};
  ++taken_;
  return PyDict_GetItemString(given_.ptr(), name);
}

void Options::refuse_range(const char* name) {
  throw nb::value_error(fmt::format("{} is out of range", name).c_str());
}

void Options::refuse(const char* name, nb::handle value) {
  const std::string type = nb::inst_name(value).c_str();
  throw nb::type_error(fmt::format("{} does not take a value of type {}", name, type).c_str());
}

void Options::finish() const {
  if (taken_ == nb::len(given_)) return;
  std::string names;
  for (const auto& [name, value] : given_) names += " " + text_of(name);
  throw nb::type_error(fmt::format("{} does not have one of the options{}", of_, names).c_str());
}

}  // namespace tileglot::python
