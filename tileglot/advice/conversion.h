// SPDX-License-Identifier: Apache-2.0
// conversion.h: what it costs to convert one distributed layout to another.
//
// What     conversion_of plans the conversion of a layout to that of --convert-to and runs the plan
//          on simulated threads. The text and the JSON have its class, what moves, its instructions
//          and its conflicts; with --explain every instruction.
// Why      A conversion is one line in a kernel; it may take much of its time, or none.
// Units    Instructions are counted per thread. Other wavefronts, those of bank conflicts, are
//          counted per warp.
// Example  Two layouts of the same registers in another order: nothing leaves its thread.
//          [tests: conversion_test.cc, "the class and the cost are told"]
// Errors   advice.layout (--convert-to is not a distributed layout); access.type without an element
//          type; those of relayout/warp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/plan.h"
#include "tileglot/relayout/warp/simulator.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

struct ConversionRequest {
  std::string convert_to = {};
  std::int64_t bits = 0;                      ///< of an element; 0: not known
  std::optional<bridge::Tensor> tensor = {};  ///< from -t
  bool explain = false;
};

struct Conversion {
  relayout::warp::Plan plan = {};
  relayout::warp::Run run = {};
  notation::linear::Layout to = {};
  bool explain = false;
};

core::Result<Conversion> conversion_of(const notation::linear::Layout& layout,
                                       const ConversionRequest& asked);

std::string text_of(const Conversion& conversion);
/// Its class and its costs.
std::string summary_of(const Conversion& conversion);
value::Json to_json(const Conversion& conversion);

}  // namespace tileglot::advice
