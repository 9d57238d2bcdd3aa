// SPDX-License-Identifier: Apache-2.0
// verify_request.h: the requests of `tileglot verify`: for a tensor, and for a checkpoint.
#pragma once

#include <optional>
#include <string>

#include "tileglot/checkpoint/verify.h"

namespace tileglot::api::files {

struct VerifyTensorRequest {
  std::string output = {};                 ///< the file to verify; "-": stdin, for one of the two
  std::string against = {};                ///< the file to compare it with
  std::optional<std::string> layout = {};  ///< of output
  std::optional<std::string> against_layout = {};  ///< of against
  std::optional<std::string> dtype = {};           ///< of both
  int threads = 0;                                 ///< 0: as many as the processor has
};

/// A checkpoint records its layouts itself.
using VerifyCheckpointRequest = checkpoint::VerifyOptions;

}  // namespace tileglot::api::files
