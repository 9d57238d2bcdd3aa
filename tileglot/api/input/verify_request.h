// SPDX-License-Identifier: Apache-2.0
// verify_request.h: what `tileglot verify` is asked for, of a tensor or of a model.
#pragma once

#include <optional>
#include <string>

namespace tileglot::api {

struct VerifyRequest {
  std::string output = {};                 ///< what is to be proved; "-": stdin, for one of the two
  std::string against = {};                ///< what it must hold
  std::optional<std::string> layout = {};  ///< of output
  std::optional<std::string> against_layout = {};  ///< of against
  std::optional<std::string> dtype = {};           ///< of both
  int threads = 0;                                 ///< 0: as many as the processor runs
};

}  // namespace tileglot::api
