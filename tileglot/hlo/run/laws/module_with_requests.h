// SPDX-License-Identifier: Apache-2.0
// module_with_requests.h: random modules whose callers request any layouts, for laws about passes.
//
// What     any_module_with_requests(bits, operations) is runnable/module.h's, with an entry layout
//          in which every array of parameters and result has a random order. same_outputs compares
//          the outputs of two runs bit by bit, whatever the layouts.
// Example  [tests: hlo/run/laws/assigned_law_test.cc, "assignment does not change results"]
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"

namespace tileglot::hlo::run {

Module any_module_with_requests(RandomBits& bits, std::size_t operations,
                                std::span<const Opcode> favourites = {},
                                RandomNumbers numbers = RandomNumbers::kIntegers);

bool same_outputs(const std::vector<Output>& a, const std::vector<Output>& b);

}  // namespace tileglot::hlo::run
