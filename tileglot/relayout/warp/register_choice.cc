// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/register_choice.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/core/f2_span.h"

namespace tileglot::relayout::warp {

RegisterChoice::RegisterChoice(notation::linear::F2BasesView vectors) {
  core::F2Solver solver;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (const auto sum = solver.solve(vectors[i])) {
      sums_.push_back(*sum);
      continue;
    }
    sums_.push_back(std::uint64_t{1} << kept_.size());
    kept_.push_back(static_cast<int>(i));
    solver.insert(vectors[i]);
  }
}

int RegisterChoice::number(int kept_number) const {
  int result = 0;
  for (std::size_t i = 0; i < kept_.size(); ++i)
    if ((kept_number >> i & 1) != 0) result |= 1 << kept_[i];
  return result;
}

int RegisterChoice::kept_number(int reg) const {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i)
    if ((reg >> i & 1) != 0) result ^= sums_[i];
  return static_cast<int>(result);
}

}  // namespace tileglot::relayout::warp
