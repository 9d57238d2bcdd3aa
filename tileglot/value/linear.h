// SPDX-License-Identifier: Apache-2.0
// linear.h: linear layouts as JSON.
//
// What     linear_to_json(L) is
//          {"in":[[name,[vector,..]],..],"out":[[name,size],..],"surjective":flag}, with the
//          dimensions and the entries of each vector in their order; linear_of_json reads it.
//          read_linear(text) reads that, or a text of notation/linear.
// Example  {i: [1,2]} -> {o: 4} is {"in":[["i",[[1],[2]]]],"out":[["o",4]],"surjective":true}.
//          [tests: linear_test.cc, "a layout as JSON and back"]
// Errors   linear.json (not such an object); those of notation/linear. If "surjective" is left out,
//          the layout need not be surjective.
#pragma once

#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/value/json.h"

namespace tileglot::value {

Json linear_to_json(const notation::linear::Layout& layout);

core::Result<notation::linear::Layout> linear_of_json(const Json& json);
core::Result<notation::linear::Layout> read_linear(std::string_view text);

/// [[name,[vector,..]],..]
core::Result<std::vector<notation::linear::InBases>> bases_of_json(const Json& json);
/// [[name,size],..]
core::Result<std::vector<notation::linear::OutSize>> sizes_of_json(const Json& json);

}  // namespace tileglot::value
