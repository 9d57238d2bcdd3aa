// SPDX-License-Identifier: Apache-2.0
// every_coordinate.h: all coordinates of an array, for laws.
//
// What     every_coordinate(extents) lists them in row-major order; none where an extent is 0.
// Why      A law must hold on all coordinates, and an assertion cannot return from the visitor of
//          for_each_index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tileglot::notation::xla {

std::vector<std::vector<std::int64_t>> every_coordinate(std::span<const std::int64_t> extents);

}  // namespace tileglot::notation::xla
