// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/about.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;
using core::Result;

/// A layout without a shape is for the same array.
Result<xla::Shape> other_layout(const xla::Shape& shape, const std::string& text) {
  if (!core::Scanner(text).looking_at("{")) return xla::parse_valid_shape(text);
  return xla::parse_valid_layout(text, shape);
}

/// The longest run that is contiguous in both layouts.
std::int64_t common_run(const map::IndexMap& from, const map::IndexMap& to) {
  std::int64_t longest = 1;
  for (std::size_t k = 0; k < from.domain().size(); ++k)
    longest = std::max(longest, analysis::run_length(from, to, k));
  return longest;
}

}  // namespace

Result<Remark> about_conversion(const xla::Shape& shape, const UseRequest& asked) {
  TILEGLOT_TRY(other, other_layout(shape, *asked.convert_to));
  if (!xla::same_dimensions(shape, other) || shape.type != other.type) {
    return core::fail(
        {.code = "advice.array",
         .message = fmt::format("{} is not a layout of {}", xla::print(other), xla::print(shape)),
         .help = "write the layout alone, as in --convert-to '{0,1}'"});
  }
  TILEGLOT_TRY(read, xla::array_size(shape));
  TILEGLOT_TRY(written, xla::array_size(other));
  TILEGLOT_TRY(from, bridge::to_map(shape));
  TILEGLOT_TRY(to, bridge::to_map(other));
  const std::int64_t run = byte_count(common_run(from, to), shape);
  const std::int64_t lines = core::ceil_div(read, kCacheLine) + core::ceil_div(written, kCacheLine);
  return Remark{"conversion",
                fmt::format("to {}: reads {} B and writes {} B, {} cache lines, in pieces of {} B",
                            xla::print(xla::layout_or_default(other)), value::grouped(read),
                            value::grouped(written), value::grouped(lines), value::grouped(run)),
                {{"read_bytes", read},
                 {"written_bytes", written},
                 {"cache_lines", lines},
                 {"piece_bytes", run}},
                false};
}

}  // namespace tileglot::advice
