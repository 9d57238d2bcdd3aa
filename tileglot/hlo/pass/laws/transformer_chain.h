// SPDX-License-Identifier: Apache-2.0
// transformer_chain.h: a model with any number of equal layers, as text, for tests and benchmarks.
//
// What     A layer normalizes, projects to eight heads by weights that are gathered from four
//          devices, attends, projects back and goes through a gated network: the parts of language
//          models, with reductions that have their own computations, dots with batches, transposes
//          and reshapes.
// Why      Times per instruction can be compared at different sizes of the same kind of module.
// Example  transformer_chain(2000) has at least 2,000 instructions, and with one layer fewer it
//          would not.
//          [tests: hlo/pass/laws/transformer_chain_test.cc, "a chain is as long as was asked for"]
#pragma once

#include <cstdint>
#include <string>

namespace tileglot::hlo::pass {

/// A model with as many layers as that number of instructions needs; at least one.
std::string transformer_chain(std::int64_t instructions);

}  // namespace tileglot::hlo::pass
