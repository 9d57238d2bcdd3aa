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

namespace tileglot::notation::linear {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

/// Checks that a lowered layout has the given shape and reaches all of it.
void check_lowering(const Encoding& encoding, const Numbers& shape) {
  const auto layout = lower(encoding, shape);
  if (!layout) return;
  require(layout->outs().size() == shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) require(layout->outs()[d].size() == shape[d]);
  require(is_surjective(*layout));
}

void check_encoding(const Encoding& encoding) {
  require(validate(encoding).has_value());
  const auto again = parse_encoding(print(encoding));
  require(again.has_value() && *again == encoding);
  const auto dimensions = static_cast<std::size_t>(rank(encoding));
  for (const std::int64_t size : {1, 16, 128, 1024}) {
    check_lowering(encoding, Numbers(dimensions, size));
  }
  check_lowering(encoding, Numbers(dimensions, std::int64_t{1} << 62));
}

void check_type(std::string_view text, const Encoding* encoding) {
  const auto type = parse_tensor_type(text);
  if (!type) {
    require(!core::render(core::with_line(type.error(), text)).empty());
    return;
  }
  if (encoding == nullptr || !validate(*encoding, *type)) return;
  check_lowering(*encoding, buffer_shape(*encoding, *type));
}

}  // namespace
}  // namespace tileglot::notation::linear

/// The input is an attribute and, after a newline, a type.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace linear = tileglot::notation::linear;
  const std::string text(data, data + size);
  const std::size_t newline = text.find('\n');
  const std::string attribute = text.substr(0, newline);
  const auto encoding = linear::parse_encoding(attribute);
  if (encoding) linear::check_encoding(*encoding);
  if (!encoding &&
      tileglot::core::render(tileglot::core::with_line(encoding.error(), attribute)).empty())
    std::abort();
  if (newline != std::string::npos) {
    linear::check_type(text.substr(newline + 1), encoding ? &*encoding : nullptr);
  }
  return 0;
}
