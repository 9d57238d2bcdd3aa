// SPDX-License-Identifier: Apache-2.0
// name_pattern.h: patterns of tensor names.
//
// What     matches(pattern, name): `*` matches any characters, dots too, `?` matches one, `[abc]`,
//          `[a-z]` and `[!0-9]` match one of a set; everything else matches itself.
// Example  layers.*.mlp.w? matches layers.17.mlp.w1.
//          [tests: name_pattern_test.cc, "patterns match whole names"]
#pragma once

#include <string_view>

namespace tileglot::checkpoint {

/// Takes time at most proportional to the product of both lengths. A `[` without `]` matches
/// itself.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace tileglot::checkpoint
