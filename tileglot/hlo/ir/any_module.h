// SPDX-License-Identifier: Apache-2.0
// any_module.h: random modules for laws.
//
// What     any_module draws a module that verifies: parameters, and on them operations of every
//          kind that passes propagate layouts through: elementwise, broadcast, reshape, transpose,
//          slice, pad, concatenate, reduce, dot, convolution, tuple, select, while, conditional,
//          call, fusion.
// Why      One source of odd but meaningful programs for this package and those above it.
// Units    No array has more than max_elements elements. Values stay finite if parameters are:
//          sums, products, negation, maximum.
// Example  With random_layouts every array of rank 2 or more has some order of its dimensions.
//          [tests: hlo/ir/any_module_test.cc, "modules have what they were asked for"]
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

struct AnyModuleOptions {
  std::size_t max_operations = 12;
  std::int64_t max_elements = 256;
  bool random_layouts = false;
  bool calls = true;  ///< while, conditional, call and fusion
};

/// Draws when it is called, inside a property.
Module any_module(AnyModuleOptions options = {});

}  // namespace tileglot::hlo
