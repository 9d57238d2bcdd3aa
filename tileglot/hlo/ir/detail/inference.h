// SPDX-License-Identifier: Apache-2.0
// inference.h: one function for each family of operations whose shape can be inferred.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

using InferredShape = core::Result<std::optional<notation::xla::Shape>>;

/// An operation whose shape is to be inferred.
struct Operation {
  const Module& module;
  Opcode opcode = Opcode::kTuple;
  std::span<const InstructionId> operands = {};
  std::span<const Attribute> attributes = {};

  const notation::xla::Shape& operand(std::size_t i) const { return module.shape_of(operands[i]); }
  template <class T>
  const T* find(AttributeKey key) const {
    for (const Attribute& attribute : attributes) {
      if (attribute.key == key) return std::get_if<T>(&attribute.value);
    }
    return nullptr;
  }
  const Ints& integers(AttributeKey key) const;
  std::int64_t integer(AttributeKey key, std::int64_t absent) const;
  /// The result of a computation that it calls.
  std::optional<notation::xla::Shape> result_of(AttributeKey key) const;
};

tl::unexpected<core::Error> no_shape(std::string message);

/// Row-major.
notation::xla::Shape array_of(notation::xla::PrimitiveType type,
                              std::span<const notation::xla::Dimension> dimensions);

/// Checks that every number is a dimension of `shape`, and none is repeated.
core::Status check_dimensions(std::span<const std::int64_t> numbers,
                              const notation::xla::Shape& shape, AttributeKey key);

InferredShape infer_elementwise(const Operation& operation);
InferredShape infer_movement(
    const Operation& operation);  ///< transpose, pad, slice, concatenate ..
InferredShape infer_reduction(const Operation& operation);  ///< reduce, reduce-window, sort, map ..
InferredShape infer_contraction(const Operation& operation);  ///< dot, convolution ..
InferredShape infer_transform(const Operation& operation);    ///< fft, scan, broadcast ..
InferredShape infer_gathering(const Operation& operation);    ///< gather, scatter
InferredShape infer_structure(const Operation& operation);  ///< tuple, while, call, and the others

}  // namespace tileglot::hlo
