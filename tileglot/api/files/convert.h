// SPDX-License-Identifier: Apache-2.0
// convert.h: `tileglot convert LAYOUT`, which may read standard input.
//
// Errors   Those of api/convert/convert.h and of input/open_input.h.
#pragma once

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

Reply convert(ConvertRequest request);

}  // namespace tileglot::api::files
