// SPDX-License-Identifier: Apache-2.0
// convert.h: `tileglot convert LAYOUT --to ...`.
//
// What     The same function in another notation: exactly, or with padded on the domain rounded up
//          to full tiles, or a refusal with a witness.
// Why      Frameworks hand tensors to one another in their own words.
// Example  bf16[16,256]{1,0:T(8,128)(2,1)} to cute: ((2,4,2),(128,2)):((1,256,2048),(2,1024)).
//          [tests: convert_test.cc, "the packed tile of bfloat16 there and back"]
// Errors   Those of parsing and of the bridge; convert.dtype_missing for cute to xla without a
//          type; convert.target for an unknown target; convert.too_long for a table of more than
//          65536 coordinates.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply.h"
#include "tileglot/notation/cute/print.h"

namespace tileglot::api {

struct ConvertRequest {
  std::string layout = {};
  std::string to = {};                    ///< cute, xla, map, table or all
  std::optional<std::string> dtype = {};  ///< element type, for targets that carry one
  bool padded = false;
  notation::cute::Spelling spelling = notation::cute::Spelling::kCanonical;  ///< of CuTe layouts
  std::optional<std::string> notation = {};  ///< cute or xla; nothing: as the text looks
};

Reply convert(const ConvertRequest& request);

}  // namespace tileglot::api
