// SPDX-License-Identifier: Apache-2.0
// runnable/module.h: random HLO modules that can be run, for laws.
//
// What     runnable_module(bits, operations) makes a module of about that many operations on arrays
//          of up to a few hundred elements of f32 and s32, row-major, verified by construction:
//          elementwise, moves, reductions, windows, dots, convolutions, gather, scatter, sort,
//          slices, while, conditional, call, tuples, and whatever else the evaluator supports.
//          Numbers stay small integers, so that all sums are exact. With RandomNumbers::kAny they
//          are fractions of -1 to 1 in f32, and no operation moves two close numbers farther apart,
//          except for what longest_sum.h counts: sums become means, and operations that round or
//          compare are left out. Every second operation is one of `favourites`, if there are any.
// Example  runnable_module(RandomBits(7), 12) twice is the same module.
//          [tests: hlo/run/evaluate_law_test.cc, "every operation occurs"]
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/random_elements.h"

namespace tileglot::hlo::run {

Module runnable_module(RandomBits bits, std::size_t operations,
                       std::span<const Opcode> favourites = {},
                       RandomNumbers numbers = RandomNumbers::kIntegers);

/// Inputs for the parameters: small integers, or with kAny fractions of -1 to 1.
std::vector<Elements> any_inputs(const Module& module, RandomBits& bits,
                                 RandomNumbers numbers = RandomNumbers::kIntegers);

}  // namespace tileglot::hlo::run
