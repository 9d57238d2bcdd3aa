// SPDX-License-Identifier: Apache-2.0
// table.h: every coordinate of a map with its offset, one per line.
//
// What     to_table(map) lists (x0,x1,..) offset in row-major order.
// Why      It can hold any layout, even one that no notation can express; other programs can read
//          it.
// Example  f32[2,2]{0,1}: (0,0) 0, (0,1) 2, (1,0) 1, (1,1) 3.
//          [tests: table_test.cc, "a line a coordinate row-major"]
// Errors   convert.too_long beyond kMaxTableLines coordinates.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {

inline constexpr std::int64_t kMaxTableLines = 65536;

core::Result<std::string> to_table(const map::IndexMap& map);

}  // namespace tileglot::render
