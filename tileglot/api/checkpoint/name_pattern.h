// SPDX-License-Identifier: Apache-2.0
// name_pattern.h: patterns of tensor names.
//
// What     matches(pattern, name): `*` stands for any characters, dots too, `?` for one, `[abc]`,
//          `[a-z]` and `[!0-9]` for one of a set; everything else for itself.
// Example  layers.*.mlp.w? matches layers.17.mlp.w1.
//          [tests: name_pattern_test.cc, "patterns match whole names"]
#pragma once

#include <string_view>

namespace tileglot::api {

/// In time of at most the product of both lengths. A `[` without `]` stands for itself.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace tileglot::api
