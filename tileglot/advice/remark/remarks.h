// SPDX-License-Identifier: Apache-2.0
// remarks.h: how a layout suits a platform, a reduction, a convolution or a conversion.
//
// What     remarks_on(shape, asked) is a list of remarks, each with a sentence and its numbers:
//            order      do the strides fall from the first dimension to the last
//            lines      (cpu) how many cache lines a row touches at most, and how many would do
//            segments   (gpu) how many 128-byte segments hold the neighbours that a warp reads
//            tiling     (tpu) the bytes with a TPU's tiling, and without tiling
//            reduction  are the reduced dimensions consecutive; the result of XLA's reduction
//                       normalizer; the layout that a row reduction on a GPU requests
//            convolution  the form the GPU wants, and whether this operand has it
//            conversion the bytes and the cache lines that a change to another layout moves
// Why      Whether a layout is good depends on its use; the reason is a number.
// Units    Bytes. A cache line has 64, a segment of a GPU's memory 128.
// Example  f32[2,3,4]{0,2,1} reduced over 0 is read as f32[3,4,2]{2,1,0}, reduced over 2.
//          [tests: remarks_test.cc, "a reduction is told what the normalizer does"]
// Errors   target.name, advice.dimension (a reduced dimension that does not exist), xla.dim_labels,
//          advice.operand, advice.array (another array to convert to); those of the notation and of
//          the map.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

/// What a layout will be used for; an absent member asks nothing.
struct UseRequest {
  std::optional<std::string> target = {};       ///< cpu, gpu, gpu:sm_90, tpu
  std::optional<std::string> reduce = {};       ///< dimensions, as in 0,2
  std::optional<std::string> convolution = {};  ///< dim_labels, as in b01f_01io->b01f
  std::string operand = "input";                ///< of the convolution: input, filter or output
  std::optional<std::string> convert_to = {};   ///< another layout of the same array
};

struct Remark {
  std::string topic;
  std::string text;
  value::Json numbers = value::Json::object();
  bool is_warning = false;
};

core::Result<std::vector<Remark>> remarks_on(const notation::xla::Shape& shape,
                                             const UseRequest& asked);

}  // namespace tileglot::advice
