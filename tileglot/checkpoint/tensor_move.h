// SPDX-License-Identifier: Apache-2.0
// tensor_move.h: how one tensor of a model is moved.
//
// What     tensor_move(tensor, target) reads the target: a layout, with or without a shape;
//          `row-major`; `tpu` and `tpu-large`, the tilings of notation/xla/runtime/tpu_tiling.h for
//          the tensor's type. A tensor without a target, or already in its target layout, is
//          copied.
// Why      Everything is known and checked before the first byte is written: the shape in the file,
//          its bytes, that no two elements share an offset.
// Units    Extents are logical elements; bytes are those of the file.
// Example  bf16 [4096,14336] to tpu is {1,0:T(8,128)(2,1)}, stored as [512,112,4,128,2,1]; a f64
//          tensor has no TPU tiling and is copied.
//          [tests: tensor_move_test.cc, "types have tilings of their own"]
// Errors   Those of parsing and plan, named after the tensor; layout.extents, layout.type,
//          layout.packing; safetensors.sub_byte where positions do not fill whole bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::checkpoint {

struct TensorMaps {
  map::IndexMap source;
  map::IndexMap target;
};

struct TensorMove {
  PackedTensor source;
  std::optional<bridge::AnyLayout> to = {};  ///< nothing: copied as it is
  std::optional<TensorMaps> maps = {};       ///< of a tensor that is moved
  std::string why_copied = {};
  value::Extents stored_shape = {};
  std::int64_t target_bytes = 0;
  std::int64_t padding_bytes = 0;
  /// The record in `__metadata__` after the move; nothing for a row-major tensor.
  std::optional<std::string> layout_record = {};
  std::optional<std::string> dtype_record = {};
};

/// The plan of a whole tensor; it is already known that no two elements share an offset.
/// Precondition: the tensor is moved.
core::Result<relayout::plan::Plan> whole_plan(const TensorMove& move);

/// tpu, tpu-large and row-major, which name a layout for every tensor.
std::span<const std::string_view> target_words();
bool is_target_word(std::string_view text);

/// The error of a text that is read as a layout; where it is nearly a word, with that as help.
core::Error with_nearest_word(core::Error error, std::string_view text);

/// The layout that a word names for a tensor whose row-major layout is given. Refused for a tensor
/// that has no TPU tiling. Precondition: is_target_word.
core::Result<bridge::AnyLayout> layout_of_word(std::string_view word,
                                               const bridge::AnyLayout& row_major);

core::Result<TensorMove> tensor_move(PackedTensor source, const std::optional<std::string>& target);

}  // namespace tileglot::checkpoint
