// SPDX-License-Identifier: Apache-2.0
// any_permutation.h: random permutations for laws.
#pragma once

#include <rapidcheck.h>  // not Gen.h alone: it leaves *gen undefined

#include <cstdint>

#include "tileglot/core/permutation.h"

namespace tileglot::core {

/// Uniform among the permutations of 0..size-1; shrinks to the identity.
rc::Gen<Permutation> any_permutation(std::int64_t size);

}  // namespace tileglot::core
