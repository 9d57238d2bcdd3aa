// SPDX-License-Identifier: Apache-2.0
// divide.h: the quotient of a linear layout by its first or last factor.
//
// What     divide_left(A, B) is C with A = mul(B, C); divide_right(A, B) is C with A = mul(C, B).
//          C has every dimension of A; those that B uses up have size 1. nullopt if there is no
//          such C.
// Why      An instruction applies to a layout only if the tile it moves is a left factor of the
//          layout.
// Law      mul(B, divide_left(A, B)) = A and mul(divide_right(A, B), B) = A, whenever the quotients
//          exist; they exist for every product.
// Example  {i: [1,2], j: [4,8]} -> {o: 16} divided on the left by {i: [1]} -> {o: 2} is
//          {i: [1], j: [2,4]} -> {o: 8}. [tests: divide_test.cc, "a factor is taken off"]
// Errors   None: a division that does not work out returns nullopt.
#pragma once

#include <optional>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::optional<Layout> divide_left(const Layout& a, const Layout& b);
std::optional<Layout> divide_right(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
