// SPDX-License-Identifier: Apache-2.0
// linear/encoding_operations.cc: what Triton's encodings lower to, by name.
//
// What     The table of linear.to_linear_layout_text(attribute, type), linear.to_linear_layout
//          (encoding as JSON, shape), linear.encoding_text (the attribute as Triton prints it),
//          linear.nvidia_mma_tile, linear.choose_shmem_layout_for_reg_to_reg_conversion and
//          linear.padded_offset.
// Example  linear.padded_offset([[16,2]], 39) is 43.
//          [tests: linear/encoding_operations_test.cc, "the operations on encodings answer"]
// Errors   Those of value/encoding.h and of notation/triton, triton.*.

#include "tileglot/calculator/linear/operations.h"

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/iterated_memory.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/nvidia_mma.h"
#include "tileglot/calculator/linear/arguments.h"
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

namespace tileglot::calculator {
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
Result<linear::Layout> at_type(Result<linear::Layout> layout, const Arguments& args) {
  if (!layout && !layout.error()->span) layout.error()->span = core::Span{0, args.text(1).size()};
  return in_argument(std::move(layout), args, 1);
}

Result<Value> to_linear_layout_text(const Arguments& args) {
  TILEGLOT_TRY(encoding, triton::parse_encoding(args.text(0)));
  TILEGLOT_TRY(type, in_argument(triton::parse_tensor_type(args.text(1)), args, 1));
  TILEGLOT_TRY(layout, at_type(lowered(encoding, type), args));
  return layout;
}

Result<Value> to_linear_layout(const Arguments& args) {
  TILEGLOT_TRY(json, json_argument(args, 0));
  TILEGLOT_TRY(shape, numbers_argument(args, 1));
  TILEGLOT_TRY(encoding, value::encoding_of_json(json, std::ssize(shape)));
  TILEGLOT_TRY(layout, at_type(bridge::lower(encoding, shape), args));
  return layout;
}

Result<Value> encoding_text(const Arguments& args) {
  TILEGLOT_TRY(encoding, triton::parse_encoding(args.text(0)));
  return Json(triton::print(encoding));
}

Result<std::vector<triton::Padding>> paddings_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(json, json_argument(args, i));
  std::vector<triton::Padding> paddings;
  const auto refused = [&] {
    return fail({.code = "triton.json",
                 .message = "not a list of paddings: " + args.text(i).substr(0, 64),
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

constexpr std::array kLinearEncodingOperations{
    operation<bridge::iterated_memory, numbers_argument, numbers_argument, numbers_argument>(
        {"linear.choose_shmem_layout_for_reg_to_reg_conversion", "tensor, piece, order",
         "a memory that holds a tensor piece by piece: the offset in the piece, and the iteration "
         "over pieces",
         "linear.choose_shmem_layout_for_reg_to_reg_conversion([2,4], [2,2], [0,1])"}),
    Operation{
        "linear.encoding_text", "attribute", "the attribute as Triton prints it",
        "linear.encoding_text(#ttg.swizzled_shared<{vec=2,perPhase=1,maxPhase=4,order=[1,0]}>)",
        encoding_text},
    operation<bridge::nvidia_mma_tile, numbers_argument, number_argument, numbers_argument,
              numbers_argument>(
        {"linear.nvidia_mma_tile", "tile, k width, order, rep order",
         "the layout of a tile of NVIDIA's matrix instructions over registers and lanes",
         "linear.nvidia_mma_tile([16,8], 2, [1,0], [1,0])"}),
    operation<triton::padded_offset, paddings_argument, number_argument>(
        {"linear.padded_offset", "paddings, offset",
         "the offset in memory with padding after every so many elements",
         "linear.padded_offset([[16,2]], 39)"}),
    Operation{"linear.to_linear_layout", "encoding, shape",
              "the linear layout of an encoding, given as JSON, for a shape",
              "linear.to_linear_layout({\"kind\":\"blocked\",\"sizePerThread\":[2],"
              "\"threadsPerWarp\":[4],\"warpsPerCTA\":[1],\"order\":[0],\"cga\":null}, [8])",
              to_linear_layout},
    Operation{"linear.to_linear_layout_text", "attribute, type",
              "the linear layout of an attribute for a tensor type",
              "linear.to_linear_layout_text(#ttg.blocked<{sizePerThread=[1,2],threadsPerWarp=[4,8],"
              "warpsPerCTA=[1,1],order=[1,0]}>, tensor<4x16xf16>)",
              to_linear_layout_text},
};

}  // namespace

std::span<const Operation> linear_encoding_operations() { return kLinearEncodingOperations; }

}  // namespace tileglot::calculator
