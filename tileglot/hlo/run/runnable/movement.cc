// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

void RunnableWriter::broadcast(InstructionId x) {
  Extents extents = extents_of_value(x);
  Ints dimensions = counted(extents.size());
  const auto where = static_cast<std::int64_t>(dice(extents.size() + 1));
  extents.insert(extents.begin() + where, between(1, 3));
  for (std::int64_t& d : dimensions) d += d >= where ? 1 : 0;
  if (size_of(extents) > kMaxElements || extents.size() > 4) return;
  if (dice(2) == 0) {  // Dimensions that need not be ascending: the result's in another order.
    const Ints order = any_permutation(extents.size());
    const Extents before = extents;
    for (std::size_t i = 0; i < order.size(); ++i) {
      extents[static_cast<std::size_t>(order[i])] = before[i];
    }
    for (std::int64_t& d : dimensions) d = order[static_cast<std::size_t>(d)];
  }
  keep(
      add(Opcode::kBroadcast, type_of(x), extents, {x}, {{AttributeKey::kDimensions, dimensions}}));
}

void RunnableWriter::reshape(InstructionId x) {
  const std::int64_t size = size_of(extents_of_value(x));
  Extents extents;
  std::int64_t left = size;
  for (const std::int64_t factor : {2, 3, 5}) {
    if (left % factor == 0 && dice(2) == 0) {
      extents.push_back(factor);
      left /= factor;
    }
  }
  extents.insert(extents.begin() + static_cast<std::int64_t>(dice(extents.size() + 1)), left);
  keep(add(Opcode::kReshape, type_of(x), extents, {x}));
}

void RunnableWriter::transpose(InstructionId x) {
  const Extents extents = extents_of_value(x);
  const Ints order = any_permutation(extents.size());
  Extents result;
  result.reserve(extents.size());
  for (const std::int64_t k : order) result.push_back(extents[static_cast<std::size_t>(k)]);
  keep(add(Opcode::kTranspose, type_of(x), result, {x}, {{AttributeKey::kDimensions, order}}));
}

void RunnableWriter::slice(InstructionId x) {
  SliceRanges ranges;
  Extents result;
  for (const std::int64_t extent : extents_of_value(x)) {
    const std::int64_t start = between(0, extent - 1);
    const std::int64_t limit = between(start + 1, extent);
    const std::int64_t stride = between(1, 2);
    ranges.push_back({start, limit, stride});
    result.push_back((limit - start + stride - 1) / stride);
  }
  keep(add(Opcode::kSlice, type_of(x), result, {x}, {{AttributeKey::kSlice, ranges}}));
}

void RunnableWriter::pad(InstructionId x) {
  Padding padding;
  Extents result;
  for (const std::int64_t extent : extents_of_value(x)) {
    padding.push_back({between(-1, 2), between(0, 1), between(0, 1)});
    result.push_back(std::max<std::int64_t>(*padded_extent(extent, padding.back()), 0));
  }
  if (size_of(result) > kMaxElements || size_of(result) == 0) return;
  keep(add(Opcode::kPad, type_of(x), result, {x, scalar(type_of(x), has_fractions() ? 0.5 : 3)},
           {{AttributeKey::kPadding, padding}}));
}

void RunnableWriter::concatenate(InstructionId x) {
  Extents result = extents_of_value(x);
  if (result.empty()) return;
  const std::size_t k = dice(result.size());
  result[k] *= 2;
  if (size_of(result) > kMaxElements) return;
  keep(add(Opcode::kConcatenate, type_of(x), result, {x, partner(x)},
           {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(k)}}}));
}

void RunnableWriter::reverse(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  keep(add(Opcode::kReverse, type_of(x), extents, {x},
           {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(dice(extents.size()))}}}));
}

InstructionId RunnableWriter::indices(std::int64_t n) {
  const InstructionId i = add(Opcode::kIota, PrimitiveType::kS32, {n, 1}, {},
                              {{AttributeKey::kIotaDimension, std::int64_t{0}}});
  return add(Opcode::kAdd, PrimitiveType::kS32, {n, 1}, {i, i});
}

void RunnableWriter::gather(InstructionId x) {
  Extents sizes = extents_of_value(x);
  if (sizes.empty()) return;
  const std::int64_t n = between(1, 3);
  sizes[0] = 1;
  Extents result = sizes;
  result[0] = n;
  Ints offsets = counted(sizes.size());
  offsets.erase(offsets.begin());
  keep(add(Opcode::kGather, type_of(x), result, {x, indices(n)},
           {{AttributeKey::kOffsetDims, offsets},
            {AttributeKey::kCollapsedSliceDims, Ints{0}},
            {AttributeKey::kStartIndexMap, Ints{0}},
            {AttributeKey::kIndexVectorDim, std::int64_t{1}},
            {AttributeKey::kSliceSizes, sizes}}));
}

void RunnableWriter::dynamic_slice(InstructionId x) {
  const Extents extents = extents_of_value(x);
  Extents sizes = extents;
  std::vector<InstructionId> operands{x};
  for (std::int64_t& size : sizes) {
    size = between(1, size);
    operands.push_back(scalar(PrimitiveType::kS32, static_cast<double>(between(-1, 3))));
  }
  const InstructionId cut = add(Opcode::kDynamicSlice, type_of(x), sizes, operands,
                                {{AttributeKey::kDynamicSliceSizes, sizes}});
  operands.insert(operands.begin() + 1, cut);
  std::reverse(operands.begin() + 2, operands.end());
  keep(add(Opcode::kDynamicUpdateSlice, type_of(x), extents, operands));
}

}  // namespace tileglot::hlo::run
