// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/permuted_slices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/proto/detail/attribute_rule.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/value_texts.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

/// The ranks of the arrays that a collective-permute sends, from its result: a start's begins with
/// them.
std::vector<std::size_t> ranks_sent(const notation::xla::Shape& result, Opcode opcode) {
  using notation::xla::PrimitiveType;
  const bool starts = opcode == Opcode::kCollectivePermuteStart && !result.elements.empty();
  const notation::xla::Shape& sent = starts ? result.elements.front() : result;
  if (sent.type != PrimitiveType::kTuple) return {rank(sent)};
  std::vector<std::size_t> ranks;
  ranks.reserve(sent.elements.size());
  for (const notation::xla::Shape& array : sent.elements) ranks.push_back(rank(array));
  return ranks;
}

}  // namespace

core::Result<AttributeText> permuted_slices_text(const Message& i, Opcode opcode) {
  TILEGLOT_TRY(sizes, i.numbers(kDynamicSliceSizes));
  const auto shape = i.part(kInstructionShape);
  if (sizes.empty() || !shape) return AttributeText();
  TILEGLOT_TRY(result, notation::xla::shape_from_wire(shape->bytes));
  const std::vector<std::size_t> ranks = ranks_sent(result, opcode);
  const std::size_t once = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  const std::size_t slices_each = once == 0 ? 0 : std::max<std::size_t>(sizes.size() / once, 1);
  std::vector<std::string> slices;
  std::span<const std::int64_t> rest = sizes;
  for (const std::size_t array_rank : ranks) {
    if (array_rank == 0) continue;  // it has no sizes
    for (std::size_t k = 0; k < slices_each && !rest.empty(); ++k) {
      const auto slice = rest.first(std::min(array_rank, rest.size()));
      slices.push_back(fmt::format("{{{}}}", fmt::join(slice, ",")));
      rest = rest.subspan(slice.size());
    }
  }
  if (!rest.empty()) {
    return core::fail(bad_proto(
        fmt::format("the {} numbers of dynamic_slice_sizes are not the sizes of slices of {}",
                    sizes.size(), print(result))));
  }
  return AttributeText(fmt::format("{{{}}}", fmt::join(slices, ",")));
}

}  // namespace tileglot::hlo
