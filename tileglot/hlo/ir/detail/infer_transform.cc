// SPDX-License-Identifier: Apache-2.0
// Fourier transforms, scans, normalizations of batches, and broadcasts that do not state their shape.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

std::string_view fft_type_of(const Operation& operation) {
  const auto* const type = operation.find<Text>(AttributeKey::kFftType);
  return type == nullptr ? std::string_view("FFT") : type->text;
}

PrimitiveType complex_of(PrimitiveType type) {
  return type == PrimitiveType::kF64 ? PrimitiveType::kC128 : PrimitiveType::kC64;
}

PrimitiveType real_of(PrimitiveType type) {
  return type == PrimitiveType::kC128 ? PrimitiveType::kF64 : PrimitiveType::kF32;
}

/// Of n real numbers n/2+1 frequencies are stored.
InferredShape infer_fft(const Operation& operation) {
  Shape result = operation.operand(0);
  const Ints& lengths = operation.integers(AttributeKey::kFftLength);
  const std::string_view type = fft_type_of(operation);
  if (lengths.empty() || lengths.size() > rank(result) || lengths.back() < 0) {
    return no_shape(fmt::format("fft of {} along {} dimensions", print(result), lengths.size()));
  }
  if (type == "RFFT") {
    result.type = complex_of(result.type);
    if (lengths.back() > 0) result.dimensions.back().bound = lengths.back() / 2 + 1;
  } else if (type == "IRFFT") {
    result.type = real_of(result.type);
    result.dimensions.back().bound = lengths.back();
  }
  return result;
}

/// New dimensions, whose sizes are the attribute, come before those of the operand.
InferredShape infer_broadcast(const Operation& operation) {
  const Shape& shape = operation.operand(0);
  std::vector<notation::xla::Dimension> dimensions;
  for (const std::int64_t size : operation.integers(AttributeKey::kDimensions)) {
    if (size < 0)
      return no_shape(fmt::format("broadcast of {} to the sizes before it", print(shape)));
    dimensions.push_back({.bound = size});
  }
  dimensions.insert(dimensions.end(), shape.dimensions.begin(), shape.dimensions.end());
  return array_of(shape.type, dimensions);
}

/// The normalized array, and a number for each feature twice.
InferredShape infer_batch_norm(const Operation& operation) {
  const Shape& shape = operation.operand(0);
  const std::int64_t feature = operation.integer(AttributeKey::kFeatureIndex, 0);
  TILEGLOT_TRY_STATUS(check_dimensions(Ints{feature}, shape, AttributeKey::kFeatureIndex));
  const Shape features =
      array_of(shape.type, {&shape.dimensions[static_cast<std::size_t>(feature)], 1});
  return Shape{.type = PrimitiveType::kTuple, .elements = {shape, features, features}};
}

/// An element of the computation's result, once for each step.
Shape stacked(const Shape& element, std::size_t axis, const notation::xla::Dimension& steps) {
  std::vector<notation::xla::Dimension> dimensions = element.dimensions;
  dimensions.insert(dimensions.begin() + static_cast<std::ptrdiff_t>(axis), steps);
  return array_of(element.type, dimensions);
}

/// What the computation returns after the carries is stacked along the scanned dimension.
InferredShape infer_scan(const Operation& operation) {
  const auto result = operation.result_of(AttributeKey::kToApply);
  const Ints& along = operation.integers(AttributeKey::kDimensions);
  const auto carries = static_cast<std::size_t>(operation.integer(AttributeKey::kNumCarries, 0));
  if (!result || operation.operands.size() <= carries) return std::nullopt;
  const Shape& input = operation.operand(0);
  TILEGLOT_TRY_STATUS(check_dimensions(along, input, AttributeKey::kDimensions));
  if (along.size() != 1) return no_shape("a scan is along one dimension");
  const auto axis = static_cast<std::size_t>(along[0]);
  const auto fits = [axis](const Shape& s) { return is_array(s) && axis <= rank(s); };
  if (result->type != PrimitiveType::kTuple) {
    if (carries > 0) return result;
    if (!fits(*result)) return no_shape(fmt::format("a scan of {}", print(*result)));
    return stacked(*result, axis, input.dimensions[axis]);
  }
  Shape tuple{.type = PrimitiveType::kTuple};
  for (std::size_t i = 0; i < result->elements.size(); ++i) {
    const Shape& element = result->elements[i];
    const bool is_carry = i + carries >= result->elements.size();
    if (!is_carry && !fits(element)) return no_shape(fmt::format("a scan of {}", print(element)));
    tuple.elements.push_back(is_carry ? element : stacked(element, axis, input.dimensions[axis]));
  }
  return tuple;
}

}  // namespace

InferredShape infer_transform(const Operation& operation) {
  if (operation.opcode == Opcode::kScan) return infer_scan(operation);
  const Shape& shape = operation.operand(0);
  if (!is_array(shape)) {
    return no_shape(
        fmt::format("{} of {}, which is not an array", name_of(operation.opcode), print(shape)));
  }
  switch (operation.opcode) {
    case Opcode::kBroadcast: return infer_broadcast(operation);
    case Opcode::kFft: return infer_fft(operation);
    default: return infer_batch_norm(operation);
  }
}

}  // namespace tileglot::hlo
