// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/encoding_operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/iterated_memory.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/nvidia_mma.h"
#include "tileglot/calculator/linear/operation.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/padded_offset.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"
#include "tileglot/value/encoding.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;
using core::fail;
using core::Result;

Result<linear::Layout> lowered(const triton::Encoding& encoding, const triton::TensorType& type) {
  TILEGLOT_TRY_STATUS(triton::validate(encoding, type));
  return bridge::lower(encoding, type);
}

/// An error about the pair is placed at the type.
Result<linear::Layout> at_type(Result<linear::Layout> layout, Arguments args) {
  if (!layout && !layout.error()->span) layout.error()->span = core::Span{0, args[1].size()};
  return in_argument(std::move(layout), args, 1);
}

Result<LinearResult> to_linear_layout_text(Arguments args) {
  TILEGLOT_TRY(encoding, triton::parse_encoding(args[0]));
  TILEGLOT_TRY(type, in_argument(triton::parse_tensor_type(args[1]), args, 1));
  TILEGLOT_TRY(layout, at_type(lowered(encoding, type), args));
  return layout;
}

Result<LinearResult> to_linear_layout(Arguments args) {
  TILEGLOT_TRY(json, json_argument(args, 0));
  TILEGLOT_TRY(shape, numbers_argument(args, 1));
  TILEGLOT_TRY(encoding, value::encoding_of_json(json, std::ssize(shape)));
  TILEGLOT_TRY(layout, at_type(bridge::lower(encoding, shape), args));
  return layout;
}

Result<LinearResult> encoding_text(Arguments args) {
  TILEGLOT_TRY(encoding, triton::parse_encoding(args[0]));
  return Json(triton::print(encoding));
}

Result<LinearResult> nvidia_mma_tile(Arguments args) {
  TILEGLOT_TRY(tile, numbers_argument(args, 0));
  TILEGLOT_TRY(k_width, number_argument(args, 1));
  TILEGLOT_TRY(order, numbers_argument(args, 2));
  TILEGLOT_TRY(rep_order, numbers_argument(args, 3));
  TILEGLOT_TRY(layout, bridge::nvidia_mma_tile(tile, k_width, order, rep_order));
  return layout;
}

Result<LinearResult> iterated_memory(Arguments args) {
  TILEGLOT_TRY(tensor, numbers_argument(args, 0));
  TILEGLOT_TRY(piece, numbers_argument(args, 1));
  TILEGLOT_TRY(order, numbers_argument(args, 2));
  TILEGLOT_TRY(layout, bridge::iterated_memory(tensor, piece, order));
  return layout;
}

Result<std::vector<triton::Padding>> paddings_argument(Arguments args, std::size_t i) {
  TILEGLOT_TRY(json, json_argument(args, i));
  std::vector<triton::Padding> paddings;
  const auto refused = [&] {
    return fail({.code = "triton.json",
                 .message = "no list of paddings: " + args[i].substr(0, 64),
                 .help = "write [[16,2]]: 2 elements of padding after every 16"});
  };
  if (!json.is_array()) return refused();
  for (const Json& pair : json) {
    if (!pair.is_array() || pair.size() != 2) return refused();
    const auto interval = value::integer_of(pair[0]);
    const auto padding = value::integer_of(pair[1]);
    if (!interval || !padding) return refused();
    paddings.push_back({*interval, *padding});
  }
  return paddings;
}

Result<LinearResult> padded_offset(Arguments args) {
  TILEGLOT_TRY(paddings, paddings_argument(args, 0));
  TILEGLOT_TRY(offset, number_argument(args, 1));
  TILEGLOT_TRY(place, triton::padded_offset(paddings, offset));
  return Json(place);
}

constexpr std::array kLinearEncodingOperations{
    LinearOperation{"linear.choose_shmem_layout_for_reg_to_reg_conversion", 3, iterated_memory},
    LinearOperation{"linear.encoding_text", 1, encoding_text},
    LinearOperation{"linear.nvidia_mma_tile", 4, nvidia_mma_tile},
    LinearOperation{"linear.padded_offset", 2, padded_offset},
    LinearOperation{"linear.to_linear_layout", 2, to_linear_layout},
    LinearOperation{"linear.to_linear_layout_text", 2, to_linear_layout_text},
};

}  // namespace

std::span<const LinearOperation> linear_encoding_operations() { return kLinearEncodingOperations; }

}  // namespace tileglot::api
