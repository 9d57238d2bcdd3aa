// SPDX-License-Identifier: Apache-2.0
// strided_targets.h: the targets of `convert` that notation/strided writes.
//
// What     write_strided(map, type, target) writes a map for NumPy, torch, mdspan, MLIR, oneDNN or
//          TVM, or says why it cannot; `strided` is strides in elements, of either sign.
// Why      They are one family: each needs only the map into memory, not the notation that it came
//          from.
// Example  (4,6):(1,4) to mdspan: layout_left::mapping(extents(4,6)).
//          [tests: convert_test.cc, "strides tags and memrefs are targets"]
// Errors   Those of bridge/strided.h, bridge/blocked.h and bridge/mlir.h; convert.dtype_missing for numpy without
//          a type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {

/// strided, numpy, torch, mdspan, mlir, onednn or tvm.
bool is_strided_target(std::string_view target);

/// Precondition: is_strided_target(target).
core::Result<std::string> write_strided(const map::IndexMap& map,
                                        std::optional<core::ElementType> type,
                                        std::string_view target);

}  // namespace tileglot::api
