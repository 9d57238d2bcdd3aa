// SPDX-License-Identifier: Apache-2.0
// encoding_fuzz.cc: any text is read or refused; what is read prints, reads back and lowers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

void require(bool condition) {
  if (!condition) std::abort();
}

/// Checks that a lowered layout has the given shape and reaches all of it.
void check_lowering(const triton::Encoding& encoding, const triton::Numbers& shape) {
  const auto layout = lower(encoding, shape);
  if (!layout) return;
  require(layout->outs().size() == shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) require(layout->outs()[d].size() == shape[d]);
  require(linear::is_surjective(*layout));
}

void check_encoding(const triton::Encoding& encoding) {
  require(triton::validate(encoding).has_value());
  const auto again = triton::parse_encoding(triton::print(encoding));
  require(again.has_value() && *again == encoding);
  const auto dimensions = static_cast<std::size_t>(triton::rank(encoding));
  for (const std::int64_t size : {1, 16, 128, 1024}) {
    check_lowering(encoding, triton::Numbers(dimensions, size));
  }
  check_lowering(encoding, triton::Numbers(dimensions, std::int64_t{1} << 62));
}

void check_type(std::string_view text, const triton::Encoding* encoding) {
  const auto type = triton::parse_tensor_type(text);
  if (!type) {
    require(!core::render(core::with_line(type.error(), text)).empty());
    return;
  }
  if (encoding == nullptr || !triton::validate(*encoding, *type)) return;
  check_lowering(*encoding, triton::buffer_shape(*encoding, *type));
}

}  // namespace
}  // namespace tileglot::bridge

/// The input is an attribute and, after a newline, a type.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace bridge = tileglot::bridge;
  const std::string text(data, data + size);
  const std::size_t newline = text.find('\n');
  const std::string attribute = text.substr(0, newline);
  const auto encoding = tileglot::notation::triton::parse_encoding(attribute);
  if (encoding) bridge::check_encoding(*encoding);
  if (!encoding &&
      tileglot::core::render(tileglot::core::with_line(encoding.error(), attribute)).empty())
    std::abort();
  if (newline != std::string::npos) {
    bridge::check_type(text.substr(newline + 1), encoding ? &*encoding : nullptr);
  }
  return 0;
}
