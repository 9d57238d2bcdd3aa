// SPDX-License-Identifier: Apache-2.0
// verify.h: whether two models hold the same tensors.
//
// What     Proves that two models hold the same tensors: the same names, the same elements at every
//          coordinate, each file read by the layouts that it records.
// How      Offsets come from the notations' own evaluators, never from a map or a plan. Where one
//          file records elements packed into bytes (u4 in U8), the other is read as packed too.
//          Elements below 8 bits are unpacked, one tensor at a time, into a byte each.
// Example  A model relaid to TPU tilings against the original has no differences.
//          [tests: verify_test.cc, "a relaid model is equal"]
// Errors   Those of file.h, packed_tensor.h and relayout/cpu/compare.h.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::checkpoint {

struct VerifyOptions {
  std::string output = {};   ///< the model to verify
  std::string against = {};  ///< the model to compare it with
  int threads = 0;           ///< 0: as many as the processor has
};

struct OnlyInOutput {};
struct OnlyInAgainst {};

struct OtherShape {
  core::ElementType type;
  value::Extents extents;
  core::ElementType against_type;
  value::Extents against_extents;
};

/// Of tensors that are stored alike, whatever their elements are.
struct OtherBytes {
  relayout::cpu::Comparison found;
};

struct OtherElements {
  relayout::cpu::Comparison found;
  std::string element;  ///< the first that differs (value/element_text.h)
  std::string against_element;
};

struct Difference {
  using How = std::variant<OnlyInOutput, OnlyInAgainst, OtherShape, OtherBytes, OtherElements>;

  std::string tensor;
  How how;
};

struct VerifyReport {
  std::size_t tensors = 0;  ///< of the output
  /// The tensors of the output by name, then those that only the other model has.
  std::vector<Difference> differences = {};
};

core::Result<VerifyReport> verify(const VerifyOptions& options);
/// The same of models that are open already; `threads` as in the options.
core::Result<VerifyReport> verify(const Checkpoint& output, const Checkpoint& against, int threads);

}  // namespace tileglot::checkpoint
