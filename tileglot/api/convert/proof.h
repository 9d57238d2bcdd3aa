// SPDX-License-Identifier: Apache-2.0
// convert/proof.h: whether a text that convert wrote means what it should.
//
// What     prove(source, target, text) parses the text again, as its receiver does, and compares
//          its map with the source's.
// Why      "exact" is a claim about the text, not about the code that wrote it.
// How      The text is parsed in the target's notation, with the tensor where the notation does not
//          state extents; map::first_difference decides over all coordinates without visiting each.
//          Distributed layouts are compared by their thread_value_map, Triton's memory layouts from
//          the element to its offset.
// Example  AB4a128b2a, read for bf16[16,256], is the map of bf16[16,256]{1,0:T(8,128)(2,1)}.
//          [tests: convert/proof_test.cc, "what is written is read back"]
// Errors   convert.not_proved where the map differs, or the text has another domain; those of
//          parsing and to_map; map.too_large_to_decide.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/api/convert/target.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

/// The target is one of notations(), except map.
core::Status prove(const Source& source, std::string_view target, const std::string& text);

}  // namespace tileglot::api
