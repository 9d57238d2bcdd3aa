// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/writer.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

void RunnableWriter::reduce(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  const std::size_t first = dice(extents.size());
  const std::size_t last = first + dice(extents.size() - first);
  Ints summed;
  Extents result;
  std::int64_t terms = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const bool is_summed = first <= k && k <= last;
    if (is_summed) terms *= extents[k];
    if (is_summed) summed.push_back(static_cast<std::int64_t>(k));
    if (!is_summed) result.push_back(extents[k]);
  }
  keep_sum(add(Opcode::kReduce, type_of(x), result, {x, scalar(type_of(x), 0)},
               {{AttributeKey::kDimensions, summed},
                {AttributeKey::kToApply, scalar_computation(type_of(x), dice(2))}}),
           terms);
}

void RunnableWriter::map(InstructionId x) {
  const Extents extents = extents_of_value(x);
  keep_sum(add(Opcode::kMap, type_of(x), extents, {x, partner(x)},
               {{AttributeKey::kDimensions, counted(extents.size())},
                {AttributeKey::kToApply, scalar_computation(type_of(x), dice(2))}}),
           2);
}

void RunnableWriter::reduce_pair(InstructionId x) {
  Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  const std::size_t k = dice(extents.size());
  const std::int64_t terms = extents[k];
  extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(k));
  const Shape one = array_shape(type_of(x), extents);
  Shape pair{.type = PrimitiveType::kTuple};
  pair.elements = {one, one};
  const InstructionId zero = scalar(type_of(x), 0);
  const InstructionId both = module_.add(
      entry_, {.opcode = Opcode::kReduce,
               .shape = module_.keep(pair),
               .operands = {x, partner(x), zero, zero},
               .attributes = {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(k)}},
                              {AttributeKey::kToApply, scalar_computation(type_of(x), 4)}}});
  for (const std::int64_t i : {0, 1}) keep_sum(element(entry_, both, i), terms);
}

void RunnableWriter::window(InstructionId x) {
  const Extents extents = extents_of_value(x);
  Window window;
  Extents result;
  for (const std::int64_t extent : extents) {
    window.push_back({.size = between(1, 2),
                      .stride = between(1, 2),
                      .padding_low = between(0, 1),
                      .padding_high = between(0, 1)});
    result.push_back(*windowed_extent(extent, window.back()));
  }
  if (extents.empty() || size_of(result) == 0) return;
  std::int64_t terms = 1;
  for (const WindowDimension& along : window) terms *= along.size;
  keep_sum(add(Opcode::kReduceWindow, type_of(x), result, {x, scalar(type_of(x), 0)},
               {{AttributeKey::kWindow, window},
                {AttributeKey::kToApply, scalar_computation(type_of(x), dice(2))}}),
           terms);
}

void RunnableWriter::select_and_scatter(InstructionId x) {
  const Extents extents = extents_of_value(x);
  Window window;
  Extents windows;
  for (const std::int64_t extent : extents) {
    window.push_back(
        {.size = between(1, 2), .stride = between(1, 2), .padding_low = between(0, 1)});
    windows.push_back(*windowed_extent(extent, window.back()));
  }
  if (extents.empty() || size_of(windows) == 0) return;
  const InstructionId source = filled(type_of(x), windows, static_cast<double>(between(1, 3)));
  keep_small(add(Opcode::kSelectAndScatter, type_of(x), extents, {x, source, scalar(type_of(x), 0)},
                 {{AttributeKey::kWindow, window},
                  {AttributeKey::kSelect, scalar_computation(type_of(x), 3)},
                  {AttributeKey::kScatter, scalar_computation(type_of(x), 0)}}));
}

void RunnableWriter::dot(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty() || extents.size() > 3) return;
  const std::size_t contracted = dice(extents.size());
  // x times itself, summed over one dimension, paired over the others up to a random one.
  Ints batch;
  Extents result;
  Extents free;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (k == contracted) continue;
    if (batch.empty() && dice(2) == 0) {
      batch.push_back(static_cast<std::int64_t>(k));
      result.push_back(extents[k]);
    } else {
      free.push_back(extents[k]);
    }
  }
  result.insert(result.end(), free.begin(), free.end());
  result.insert(result.end(), free.begin(), free.end());
  if (size_of(result) > kMaxElements || result.size() > 5) return;
  const Ints over{static_cast<std::int64_t>(contracted)};
  keep_sum(add(Opcode::kDot, type_of(x), result, {x, partner(x)},
               {{AttributeKey::kLhsBatchDims, batch},
                {AttributeKey::kLhsContractingDims, over},
                {AttributeKey::kRhsBatchDims, batch},
                {AttributeKey::kRhsContractingDims, over}}),
           extents[contracted]);
}

void RunnableWriter::convolution(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.size() != 3 || extents[1] < 2) return;
  const InstructionId part =
      add(Opcode::kSlice, type_of(x), {extents[0], 2, extents[2]}, {x},
          {{AttributeKey::kSlice, SliceRanges{{0, extents[0], 1}, {0, 2, 1}, {0, extents[2], 1}}}});
  const InstructionId kernel = add(Opcode::kTranspose, type_of(x), {2, extents[2], extents[0]},
                                   {part}, {{AttributeKey::kDimensions, Ints{1, 2, 0}}});
  const WindowDimension along{.size = 2, .padding_low = between(0, 1)};
  const ConvolutionDimensions labels{0, 2, {1}, 1, 2, {0}, 0, 2, {1}};
  keep_sum(
      add(Opcode::kConvolution, type_of(x),
          {extents[0], *windowed_extent(extents[1], along), extents[0]}, {x, kernel},
          {{AttributeKey::kWindow, Window{along}}, {AttributeKey::kDimLabels, Shared(labels)}}),
      2 * extents[2]);
}

void RunnableWriter::scatter(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  InstructionId updates = partner(x);
  Ints window = counted(extents.size());
  if (extents.size() > 2 && dice(2) == 0) {
    std::swap(window[1], window[2]);
    Extents turned = extents;
    std::swap(turned[1], turned[2]);
    updates = add(Opcode::kTranspose, type_of(x), turned, {updates},
                  {{AttributeKey::kDimensions, window}});
  }
  window.erase(window.begin());
  keep_sum(add(Opcode::kScatter, type_of(x), extents, {x, indices(extents[0]), updates},
               {{AttributeKey::kUpdateWindowDims, window},
                {AttributeKey::kInsertedWindowDims, Ints{0}},
                {AttributeKey::kScatterDimsToOperandDims, Ints{0}},
                {AttributeKey::kIndexVectorDim, std::int64_t{1}},
                {AttributeKey::kToApply, scalar_computation(type_of(x), 0)}}),
           2);
}

void RunnableWriter::sort(InstructionId x) {
  const Extents extents = extents_of_value(x);
  if (extents.empty()) return;
  keep(add(Opcode::kSort, type_of(x), extents, {x},
           {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(dice(extents.size()))}},
            {AttributeKey::kToApply, scalar_computation(type_of(x), 2)}}));
}

}  // namespace tileglot::hlo::run
