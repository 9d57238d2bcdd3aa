// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_mode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::string_view kDefault = "default";
constexpr std::string_view kAuto = "auto";
constexpr std::int64_t kHostMemory = 5;

/// The parts of a text, with the begin of each; empty ones are skipped.
struct Part {
  std::string_view text;
  std::size_t begin;
};

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    if (end > begin) parts.push_back({text.substr(begin, end - begin), begin});
    begin = end + 1;
  }
  return parts;
}

/// Moves the span of an error in a part to its place in the whole text.
core::Error moved(core::Error error, std::size_t begin) {
  if (error->span) error->span = core::Span{error->span->begin + begin, error->span->end + begin};
  return error;
}

template <class T>
Result<std::vector<T>> read_parts(std::optional<std::string_view> text, std::size_t count,
                                  Result<T> (*read)(std::string_view)) {
  if (!text) return std::vector<T>(count);
  std::vector<T> values;
  for (const Part& part : parts_of(*text)) {
    auto value = read(part.text);
    if (!value) return fail(moved(std::move(value).error(), part.begin));
    values.push_back(*std::move(value));
  }
  if (values.size() == count) return values;
  return fail(
      {.code = "xla.mode_count",
       .message = fmt::format("the number of values is {}, and the number of entries in '{}' is {}",
                              count, core::printable(text->substr(0, 64)), values.size()),
       .help = "write one for each value, joined by ;"});
}

Result<std::int64_t> memory_space(std::string_view text) {
  core::Scanner scanner(text);
  auto number = scanner.integer("a memory space");
  if (number && scanner.at_end() && std::in_range<std::int8_t>(*number)) return number;
  return fail(
      {.code = "xla.memory_space",
       .message = fmt::format("'{}' is not a memory space", core::printable(text.substr(0, 64))),
       .span = core::Span{0, text.size()},
       .help = "write a number of 8 bits, such as 0 for the device or 5 for the host"});
}

bool is_one_tuple(std::span<const AttributedValue> values) {
  return values.size() == 1 && values[0].shape.type == PrimitiveType::kTuple;
}

/// Calls `read` for each value that has the attribute; other values, and each element of a single
/// tuple, get a default.
template <class T>
Result<std::vector<T>> of_each(std::span<const AttributedValue> values,
                               std::optional<std::string> AttributedValue::* attribute,
                               Result<T> (*read)(std::string_view)) {
  std::vector<T> results;
  if (is_one_tuple(values)) {
    if (!(values[0].*attribute)) return std::vector<T>(values[0].shape.elements.size());
    return fail({.code = "xla.mode_tuple",
                 .message = fmt::format("'{}' does not apply to a whole tuple",
                                        core::printable((values[0].*attribute)->substr(0, 64))),
                 .help = "take the elements of the tuple as separate values"});
  }
  for (const AttributedValue& value : values) {
    const auto& text = value.*attribute;
    auto read_one = text ? read(*text) : Result<T>(T{});
    if (!read_one) return fail(std::move(read_one).error());
    results.push_back(*std::move(read_one));
  }
  return results;
}

}  // namespace

LayoutMode LayoutMode::chosen_by_compiler() {
  LayoutMode mode;
  mode.mode_ = Auto();
  return mode;
}

std::string print(const LayoutMode& mode) {
  if (mode.is_default()) return std::string(kDefault);
  if (mode.is_auto()) return std::string(kAuto);
  return print(*mode.user_layout());
}

Result<LayoutMode> parse_layout_mode(std::string_view text) {
  if (text == kDefault) return LayoutMode();
  if (text == kAuto) return LayoutMode::chosen_by_compiler();
  auto layout = parse_layout(text);
  if (layout) return LayoutMode(*std::move(layout));
  core::Error error = std::move(layout).error();
  error->message = fmt::format("'{}' is neither default nor auto nor a layout: {}",
                               core::printable(text.substr(0, 64)), error->message);
  constexpr std::string_view kWords[] = {kDefault, kAuto};
  if (std::string guess = core::did_you_mean(text, kWords); !guess.empty())
    error->help = std::move(guess);
  return fail(std::move(error));
}

std::string print(std::span<const LayoutMode> modes) {
  std::string text;
  for (const LayoutMode& mode : modes) {
    if (!text.empty()) text += ';';
    text += print(mode);
  }
  return text;
}

Result<std::vector<LayoutMode>> parse_layout_modes(std::optional<std::string_view> text,
                                                   std::size_t count) {
  return read_parts<LayoutMode>(text, count, parse_layout_mode);
}

Result<std::vector<std::int64_t>> parse_memory_spaces(std::optional<std::string_view> text,
                                                      std::size_t count) {
  return read_parts<std::int64_t>(text, count, memory_space);
}

Result<std::vector<LayoutMode>> layout_modes_of(std::span<const AttributedValue> values) {
  return of_each<LayoutMode>(values, &AttributedValue::layout_mode, parse_layout_mode);
}

Result<std::vector<std::int64_t>> memory_spaces_of(std::span<const AttributedValue> values) {
  return of_each<std::int64_t>(values, &AttributedValue::memory_kind, memory_space_of_kind);
}

Result<std::int64_t> memory_space_of_kind(std::string_view kind) {
  if (kind == "pinned_host" || kind == "unpinned_host") return kHostMemory;
  if (kind == "device") return 0;
  return fail(
      {.code = "xla.memory_kind",
       .message = fmt::format("'{}' is not a kind of memory", core::printable(kind.substr(0, 64))),
       .help = "the kinds are device, pinned_host and unpinned_host"});
}

}  // namespace tileglot::notation::xla
