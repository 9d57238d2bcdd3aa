// SPDX-License-Identifier: Apache-2.0
// asked.h: the array that a request names, and both its sides.
#pragma once

#include <string>

#include "tileglot/api/reshard/reshard.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::api {

struct Asked {
  notation::xla::Shape shape = {};
  relayout::reshard::Array array;
};

core::Result<Asked> asked_array(const ReshardRequest& request);

}  // namespace tileglot::api
