// SPDX-License-Identifier: Apache-2.0
// inspect.h: `tileglot inspect FILE`.
//
// What     What a tensor file says about itself: element type, shape, order, where the data is; for
//          a model in .safetensors its tensors (inspect_checkpoint.h), for a module of Triton's IR
//          its layouts (inspect_module.h).
// Why      Before moving a tensor one has to know what it is; a .npy file does not record a layout,
//          and the answer says so.
// Example  bf16 that NumPy saved: descr '<V2', which may be bf16; shape (4096, 14336), C order.
//          [tests: inspect_test.cc, "a type that the header cannot say has candidates"]
// Errors   Those of io; inspect.kind for files of other kinds.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

struct InspectRequest {
  std::string path = {};                  ///< "-": stdin
  std::optional<std::string> dtype = {};  ///< element type, if the header cannot express it
};

Reply inspect(const InspectRequest& request);

}  // namespace tileglot::api::files
