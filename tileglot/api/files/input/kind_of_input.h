// SPDX-License-Identifier: Apache-2.0
// kind_of_input.h: whether a path names a tensor or a checkpoint, and the options that fit it.
//
// What     request_of decides by the names of the files which kind they are, and of stdin by its
//          first bytes, and makes the request for that kind from the options of both; it refuses
//          options of the other kind.
// Why      `relayout` and `verify` take files of either kind, and every front end must refuse the
//          same options.
// Example  --measure of m.safetensors: "--measure is for a .npy file".
//          [tests: kind_of_input_test.cc, "an option of a tensor does not fit a checkpoint"]
// Errors   checkpoint.option; those of open_input.h for stdin.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/core/error.h"

namespace tileglot::api::files {

/// The options of `relayout` for inputs of both kinds.
struct RelayoutArguments : RelayoutCheckpointRequest {
  std::optional<std::string> from = {};  ///< of a tensor
  bool measure = false;                  ///< of a tensor
};

using RelayoutRequest = std::variant<RelayoutTensorRequest, RelayoutCheckpointRequest>;
using VerifyRequest = std::variant<VerifyTensorRequest, VerifyCheckpointRequest>;

core::Result<RelayoutRequest> request_of(const RelayoutArguments& arguments);
/// A tensor has all the options that a checkpoint has.
core::Result<VerifyRequest> request_of(const VerifyTensorRequest& arguments);

}  // namespace tileglot::api::files
