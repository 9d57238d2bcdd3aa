// SPDX-License-Identifier: Apache-2.0
// row_major.h: the map of packed elements whose last dimension is the fastest.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {

core::Result<map::IndexMap> row_major(std::span<const std::int64_t> extents);

/// The first dimension is the fastest.
core::Result<map::IndexMap> column_major(std::span<const std::int64_t> extents);

}  // namespace tileglot::api
