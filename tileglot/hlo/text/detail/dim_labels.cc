// SPDX-License-Identifier: Apache-2.0
// The labels of a convolution's dimensions.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/text/detail/values.h"

namespace tileglot::hlo {
namespace {

using core::Result;

struct Labels {
  std::int64_t first = 0;   ///< b, or i of a kernel
  std::int64_t second = 0;  ///< f, or o of a kernel
  std::vector<std::int64_t> spatial = {};
};

/// The positions of `first`, `second`, `0`, `1`, .. in `text`; nothing if one is missing, repeated
/// or unknown. `?` is a dimension without a role.
std::optional<Labels> read_labels(std::string_view text, char first, char second) {
  std::array<std::optional<std::int64_t>, 10> digits{};
  std::optional<std::int64_t> at_first;
  std::optional<std::int64_t> at_second;
  std::size_t spatial = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '?') continue;
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && c != first && c != second) return std::nullopt;
    auto& place = is_digit     ? digits[static_cast<std::size_t>(c - '0')]
                  : c == first ? at_first
                               : at_second;
    if (place) return std::nullopt;
    place = static_cast<std::int64_t>(i);
    spatial += is_digit ? 1U : 0U;
  }
  if (!at_first || !at_second) return std::nullopt;
  Labels result{.first = *at_first, .second = *at_second};
  for (std::size_t k = 0; k < spatial; ++k) {
    if (!digits[k]) return std::nullopt;
    result.spatial.push_back(*digits[k]);
  }
  return result;
}

std::optional<ConvolutionDimensions> from_labels(std::string_view input, std::string_view kernel,
                                                 std::string_view output) {
  const auto in = read_labels(input, 'b', 'f');
  const auto by = read_labels(kernel, 'i', 'o');
  const auto out = read_labels(output, 'b', 'f');
  if (!in || !by || !out) return std::nullopt;
  if (in->spatial.size() != by->spatial.size() || in->spatial.size() != out->spatial.size()) {
    return std::nullopt;
  }
  return ConvolutionDimensions{in->first,   in->second, in->spatial, by->first,   by->second,
                               by->spatial, out->first, out->second, out->spatial};
}

bool is_label(char c) {
  return (c >= '0' && c <= '9') || c == 'b' || c == 'f' || c == 'i' || c == 'o' || c == '?';
}

std::string_view label_word(Cursor& cursor) {
  const std::size_t begin = cursor.position();
  while (is_label(cursor.next())) cursor.move_to(cursor.position() + 1);
  return cursor.since(begin);
}

bool skip(Cursor& cursor, std::string_view token) {
  if (!cursor.text().substr(cursor.position()).starts_with(token)) return false;
  cursor.move_to(cursor.position() + token.size());
  return true;
}

}  // namespace

Result<ConvolutionDimensions> read_dim_labels(Cursor& cursor) {
  cursor.skip_space();
  const std::size_t begin = cursor.position();
  const std::string_view input = label_word(cursor);
  const bool has_kernel = skip(cursor, "_");
  const std::string_view kernel = label_word(cursor);
  const bool has_output = skip(cursor, "->");
  const std::string_view output = label_word(cursor);
  const bool ends = cursor.next() == ',' || cursor.next() == '\0' || cursor.next() == '/' ||
                    Cursor::is_blank(cursor.next());
  const auto read = has_kernel && has_output && ends ? from_labels(input, kernel, output)
                                                     : std::optional<ConvolutionDimensions>();
  if (read) return *read;
  return core::fail(
      {.code = "hlo.dim_labels",
       .message = fmt::format("'{}' does not label the dimensions of a convolution",
                              core::printable(cursor.since(begin))),
       .span = cursor.span_from(begin),
       .help = "write input_kernel->output, as in b01f_01io->b01f: b batch, f feature, i and o "
               "input and output features, 0, 1, .. spatial dimensions, each once"});
}

}  // namespace tileglot::hlo
