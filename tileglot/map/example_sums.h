// SPDX-License-Identifier: Apache-2.0
// example_sums.h: test maps, written as sums.
//
// What     sum_map("3,5", "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)") builds the map by the smart
//          constructors. In addition to what print.h writes, (v%3) is a remainder, and sw(B,M,S,v)
//          is CuTe's Sw<B,M,S>, which xors bits M+S .. M+S+B-1 into bits M .. M+B-1.
// Why      A case is one line that a reader can check by hand.
// Errors   A text that is not a sum aborts the test: the texts are our own.
#pragma once

#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

IndexMap sum_map(std::string_view extents, std::string_view sum);

/// The same with this codomain: "4,6", read as a tuple by composition.
IndexMap sum_map(std::string_view extents, std::string_view sum, std::string_view codomain);

}  // namespace tileglot::map
