// SPDX-License-Identifier: Apache-2.0
// longest_sum.h: how many roundings apart two runs of a module may be, for laws about passes.
//
// What     longest_sum(module) is the largest n of an array that the entry computes: 0 for a given
//          array; for a sum, a dot or a convolution its terms plus the n of each array that it
//          reads; for an operation on two numbers 1 plus the n of both; for a function like tanh 2
//          more than its argument's; for an operation that only moves or chooses numbers the
//          largest n of its operands.
// Why      A pass may change the order of a sum. In modules of runnable/module.h with fractions,
//          all numbers are between -1 and 1 and sums are means, so an error is at most passed on,
//          and two runs differ by at most n * eps, eps = 2^-23: a mean of k terms adds up to k
//          roundings.
// Example  mean of 5 of (x + y) / 2: 5 terms, 1 and 1 before and after: n = 7.
//          [tests: hlo/run/laws/fractions_law_test.cc, "passes keep fractions within n eps"]
#pragma once

#include <cstdint>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::run {

std::int64_t longest_sum(const Module& module);

}  // namespace tileglot::hlo::run
