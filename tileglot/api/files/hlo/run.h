// SPDX-License-Identifier: Apache-2.0
// hlo/run.h: `tileglot hlo run MODULE`, and the operation `hlo.run` of eval.
//
// What     The module is read, verified and evaluated (hlo/run/evaluate.h): on .npy files, on
//          random inputs, or on the lists of a request. The answer has the shape and the values of
//          each leaf of the result, in row-major logical order.
// Why      To see what a module computes, and to compare two that should compute the same.
// Example  hlo.run(TEXT, [{"shape":"s32[2]","values":[1,2]}]) of negate is
//          {"outputs":[{"shape":"s32[2]","values":[-1,-2]}]}.
//          [tests: files/hlo/operations_test.cc, "a request brings its inputs"]
// Errors   Those of hlo/text/parse.h, hlo/ir/verify.h, hlo/run/evaluate.h, io/npy/file.h;
//          run.inputs where an input does not have its parameter's type and shape, or inputs are
//          missing; run.sharding where a module that should be spread is one device's program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/files/hlo/run_limits.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api::files {

struct HloRunRequest {
  std::string path = {};  ///< of HLO text; - is standard input
  bool lenient = false;   ///< keeps unknown attributes
  /// .npy files, one for each array of the parameters; the same for all devices, or one set per
  /// device.
  std::vector<std::string> inputs = {};
  std::optional<std::uint64_t> random = {};  ///< instead of inputs: the seed of random inputs
  bool integers = false;  ///< random inputs are small integers, whose sums are exact
  std::int64_t replicas = 1;
  std::int64_t partitions = 1;
  bool sharded = false;  ///< on as many devices as the module's shardings name, split as they say
  std::string partitioned = "auto";  ///< whether the shapes are one device's: auto, yes or no
  RunLimits limits = {};
  bool as_bytes = false;  ///< pass values as bytes, as compiled programs do
  /// A .npy file, "-" for stdout; for several devices and results OUT-DEVICE-0.npy, ..
  std::string output = {};
  bool force = false;
};

Reply hlo_run(const HloRunRequest& request);

/// `inputs` is a JSON list.
core::Result<Json> hlo_run_json(std::string_view text, std::string_view inputs);

}  // namespace tileglot::api::files
