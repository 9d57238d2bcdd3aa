// SPDX-License-Identifier: Apache-2.0
// plan.h: the exact bytes of a relaid model, planned before anything is written.
//
// What     plan_relayout decides each tensor's move by its options' rules, and makes the
//          headers of the new parts and the text of the new index.
// How      Tensors keep their order, their names and their dtypes; parts keep their names. The
//          texts of `__metadata__` stay; records of layouts (packed_tensor.h) are appended, and
//          removed where a tensor is row-major again. So a model that the format's own library
//          wrote, relaid there and back, is the same file, byte for byte.
// Errors   Those of tensor_rules.h, tensor_move.h and io/safetensors/writer.h;
//          checkpoint.same_file where a part would be written over its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint {

struct PartPlan {
  std::string path = {};
  std::vector<TensorMove> moves = {};
  std::vector<io::SafetensorsTensor> placed = {};  ///< of the new file, in the same order
  std::string header = {};                         ///< everything before its data

  std::int64_t data_bytes() const { return placed.empty() ? 0 : placed.back().end_bytes; }
  std::int64_t file_bytes() const;
};

struct Plan {
  std::string path = {};  ///< of the file or the index
  std::vector<PartPlan> parts = {};
  std::optional<std::string> index_text = {};

  std::int64_t data_bytes() const;
  std::int64_t padding_bytes() const;
};

/// Of all parts, in their order.
std::vector<const TensorMove*> moves_of(const Plan& plan);

core::Result<Plan> plan_relayout(const Checkpoint& checkpoint, const RelayoutOptions& options);

}  // namespace tileglot::checkpoint
