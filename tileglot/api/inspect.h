// SPDX-License-Identifier: Apache-2.0
// inspect.h: `tileglot inspect FILE`.
//
// What     What a tensor file says of itself: element type, shape, order, where the data is; of a
//          model in .safetensors its tensors (checkpoint/inspect.h), of a module of Triton's IR its
//          layouts (inspect_module.h).
// Why      Before a tensor is moved one has to know what it is; and a .npy does not record a
//          layout, which the answer says.
// Example  bf16 that NumPy saved: descr '<V2', which may be bf16; shape (4096, 14336), C order.
//          [tests: inspect_test.cc, "a type that the header cannot say has candidates"]
// Errors   Those of io; inspect.kind for files of other kinds.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct InspectRequest {
  std::string path = {};                  ///< "-": stdin
  std::optional<std::string> dtype = {};  ///< element type, where the header cannot say it
};

Reply inspect(const InspectRequest& request);

}  // namespace tileglot::api
