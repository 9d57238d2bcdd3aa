// SPDX-License-Identifier: Apache-2.0
// any_permutation.cc: random permutations for laws.
#include "tileglot/core/any_permutation.h"

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/core/permutation.h"

namespace tileglot::core {

rc::Gen<Permutation> any_permutation(std::int64_t size) {
  // Fisher and Yates: a swap of i with itself is the smallest choice, so shrinking undoes swaps.
  return rc::gen::exec([size] {
    Permutation result = identity_permutation(size);
    for (std::int64_t i = 0; i + 1 < size; ++i) {
      const std::int64_t step =
          *rc::gen::noShrink(rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(0, size - i)));
      std::swap(result[static_cast<std::size_t>(i)], result[static_cast<std::size_t>(i + step)]);
    }
    return result;
  });
}

}  // namespace tileglot::core
