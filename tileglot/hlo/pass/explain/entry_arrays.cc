// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/entry_arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

void append_arrays(xla::Shape& shape, EntryArray place, std::vector<EntryArray>& arrays) {
  if (is_array(shape)) {
    place.shape = &shape;
    arrays.push_back(place);
    return;
  }
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    EntryArray element = place;
    element.path.push_back(static_cast<std::int64_t>(i));
    append_arrays(shape.elements[i], element, arrays);
  }
}

}  // namespace

std::vector<EntryArray> entry_arrays(EntryLayout& entry) {
  std::vector<EntryArray> arrays;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    append_arrays(entry.parameters[i], {.parameter = i}, arrays);
  }
  append_arrays(entry.result, {}, arrays);
  return arrays;
}

EntryLayout opened(EntryLayout entry) {
  for (const EntryArray& array : entry_arrays(entry)) {
    if (rank(*array.shape) >= 2) array.shape->layout.reset();
  }
  return entry;
}

std::string title_of(const Module& module, const EntryArray& array) {
  const std::string path =
      array.path.empty() ? std::string() : fmt::format(" {{{}}}", fmt::join(array.path, ","));
  if (!array.parameter) return "result" + path;
  const auto& parameters = module[module.entry()].parameters;
  return fmt::format("parameter {}{} (%{})", *array.parameter, path,
                     module[parameters[*array.parameter]].name);
}

}  // namespace tileglot::hlo::pass
