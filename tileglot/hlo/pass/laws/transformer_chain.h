// SPDX-License-Identifier: Apache-2.0
// transformer_chain.h: the text of a model of equal layers, as long as one likes, for tests and benchmarks.
//
// What     A layer normalizes, projects to eight heads by weights that are gathered from four devices,
//          attends, projects back and goes through a gated network: what language models are made of,
//          with reductions of their own computations, dots with batches, transposes and reshapes.
// Why      Times per instruction are to be compared at different sizes of one and the same kind of
//          module.
// Example  transformer_chain(2000) has at least 2,000 instructions, and a layer fewer has not.
//          [tests: hlo/pass/laws/transformer_chain_test.cc, "a chain is as long as was asked for"]
#pragma once

#include <cstdint>
#include <string>

namespace tileglot::hlo::pass {

/// Of as many layers as make so many instructions; one at least.
std::string transformer_chain(std::int64_t instructions);

}  // namespace tileglot::hlo::pass
