// SPDX-License-Identifier: Apache-2.0
// any_route.h: the same function by another route, and nearly the same function.
//
// What     another_route(r, dice) rewrites stages by identities of integers: floor(v/6) as
//          floor(floor(v/2)/3), v mod r as v - r*floor(v/r), a matrix as two, a parity as a sum mod
//          2, coordinates joined to one number and cut again. nearly(r, dice) changes one number.
// Why      Equality is only tested where equal functions have different histories, and where
//          different ones are almost equal.
// Example  x/6 on 20 and ((x + 12)/2)/3 - 2 are one function. [tests: any_map_test.cc]
#pragma once

#include "tileglot/map/any_dice.h"
#include "tileglot/map/any_recipe.h"

namespace tileglot::map {

Recipe another_route(const Recipe& recipe, Dice& dice);

/// May be the same function by chance, and need not be sound.
Recipe nearly(const Recipe& recipe, Dice& dice);

}  // namespace tileglot::map
