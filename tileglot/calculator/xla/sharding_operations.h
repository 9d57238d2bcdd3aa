// SPDX-License-Identifier: Apache-2.0
// xla/sharding_operations.h: XLA's shardings, by name.
//
// What     xla_sharding_operations() reads, serialises and checks shardings, and computes what each
//          device stores.
// Example  xla.tile_shape({devices=[4,1]<=[4]}, f32[10,6]) is "f32[3,6]{1,0}".
//          [tests: xla/sharding_operations_test.cc, "shardings are cut"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_sharding_operations();

}  // namespace tileglot::api
