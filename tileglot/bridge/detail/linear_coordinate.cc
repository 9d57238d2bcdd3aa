// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/linear_coordinate.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

using Values = std::vector<std::optional<std::int64_t>>;

core::Result<std::int64_t> read_value(core::Scanner& scanner, const linear::Dimension& in) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  TILEGLOT_TRY(value, scanner.integer("a value of an input"));
  if (value >= 0 && value < in.size()) return value;
  return core::fail(
      {.code = "linear.coordinate",
       .message = fmt::format("{} is {}, and there are {}", in.name.view(), value, in.size()),
       .span = scanner.span_from(begin)});
}

core::Status read_named(core::Scanner& scanner, const linear::Layout& layout, Values& values) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view name = scanner.name();
  const linear::Dimension* in = linear::find_named(layout.ins(), name);
  if (in == nullptr) return core::fail(linear::no_input(layout, name));
  auto& value = values[static_cast<std::size_t>(in - layout.ins().data())];
  if (value) {
    return core::fail({.code = "linear.duplicate",
                       .message = fmt::format("{} is given twice", name),
                       .span = scanner.span_from(begin)});
  }
  TILEGLOT_TRY_STATUS(scanner.expect("=", "after the name of an input"));
  TILEGLOT_TRY(read, read_value(scanner, *in));
  value = read;
  return {};
}

core::Error wrong_count(core::Scanner& scanner, const linear::Layout& layout) {
  return {{.code = "linear.coordinate",
           .message = fmt::format("the layout has {} {}", layout.ins().size(),
                                  layout.ins().size() == 1 ? "input" : "inputs"),
           .span = scanner.here(),
           .help = fmt::format("give a value for each: {}", linear::name_list(layout.ins()))}};
}

/// Reads all values in order; the reader is at the first.
core::Status read_in_order(core::Scanner& scanner, const linear::Layout& layout, Values& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0 && !scanner.accept(",")) return core::fail(wrong_count(scanner, layout));
    TILEGLOT_TRY(value, read_value(scanner, layout.ins()[k]));
    values[k] = value;
  }
  if (scanner.looking_at(",")) return core::fail(wrong_count(scanner, layout));
  return {};
}

core::Status read_by_name(core::Scanner& scanner, const linear::Layout& layout, Values& values) {
  do {
    TILEGLOT_TRY_STATUS(read_named(scanner, layout, values));
  } while (scanner.accept(","));
  return {};
}

bool is_name_next(core::Scanner scanner) { return !scanner.name().empty(); }

}  // namespace

core::Result<std::vector<std::int64_t>> linear_coordinate(std::string_view text,
                                                          const linear::Layout& layout) {
  core::Scanner scanner(text);
  const bool in_parentheses = scanner.accept("(");
  Values values(layout.ins().size());
  TILEGLOT_TRY_STATUS(is_name_next(scanner) ? read_by_name(scanner, layout, values)
                                            : read_in_order(scanner, layout, values));
  if (in_parentheses) TILEGLOT_TRY_STATUS(scanner.expect(")", "after the coordinate"));
  if (!scanner.at_end()) {
    return core::fail({.code = "scan.trailing",
                       .message = fmt::format("the coordinate ends before {}", scanner.found()),
                       .span = scanner.here()});
  }
  std::vector<std::int64_t> coordinate;
  for (const auto& value : values) coordinate.push_back(value.value_or(0));
  return coordinate;
}

}  // namespace tileglot::bridge
