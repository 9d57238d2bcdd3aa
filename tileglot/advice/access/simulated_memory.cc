// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/simulated_memory.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/slow_banks.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/evaluator.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::advice {
namespace {

namespace linear = notation::linear;

constexpr std::int64_t kBanks = 32;
constexpr std::int64_t kBankBytes = 4;
constexpr std::int64_t kWarpLanes = 32;

std::int64_t size_of(const linear::Layout& layout, const linear::Name& name) {
  const linear::Dimension* in = layout.find_in(name);
  return in == nullptr ? 1 : in->size();
}

/// Maps registers, lanes and warps to elements.
class ThreadValues {
 public:
  explicit ThreadValues(const linear::Layout& layout)
      : layout_(layout), evaluator_(*linear::Evaluator::of(layout)) {}

  std::int64_t element(std::int64_t reg, std::int64_t lane, std::int64_t warp) const {
    std::vector<std::int64_t> x;
    for (const linear::Dimension& in : layout_.ins()) {
      x.push_back(in.name == linear::kRegister ? reg
                  : in.name == linear::kLane   ? lane
                  : in.name == linear::kWarp   ? warp
                                               : 0);
    }
    return evaluator_.offset(x);
  }

 private:
  const linear::Layout& layout_;
  linear::Evaluator evaluator_;
};

/// Groups registers by the vector of the first thread that they are in; each element once.
std::vector<std::vector<std::int64_t>> instructions_of(const linear::Layout& layout,
                                                       const ThreadValues& thread_values,
                                                       const std::vector<std::int64_t>& offsets,
                                                       std::int64_t vector) {
  std::map<std::int64_t, std::vector<std::int64_t>> by_vector;
  std::set<std::int64_t> met;
  for (std::int64_t reg = 0; reg < size_of(layout, linear::kRegister); ++reg) {
    const std::int64_t offset = offsets[static_cast<std::size_t>(thread_values.element(reg, 0, 0))];
    if (met.insert(offset).second) by_vector[offset / vector].push_back(reg);
  }
  std::vector<std::vector<std::int64_t>> instructions;
  instructions.reserve(by_vector.size());
  for (const auto& [begin, registers] : by_vector) instructions.push_back(registers);
  return instructions;
}

/// True if each vector has `vector` registers, in every thread they fill memory from one multiple
/// of `vector` to the next, and their order is that of the first thread.
bool lie_together(const linear::Layout& layout, const ThreadValues& thread_values,
                  const std::vector<std::int64_t>& offsets, std::int64_t vector) {
  const auto at = [&](std::int64_t reg, std::int64_t lane, std::int64_t warp) {
    return offsets[static_cast<std::size_t>(thread_values.element(reg, lane, warp))];
  };
  for (const auto& registers : instructions_of(layout, thread_values, offsets, vector)) {
    if (static_cast<std::int64_t>(registers.size()) != vector) return false;
    for (std::int64_t warp = 0; warp < size_of(layout, linear::kWarp); ++warp) {
      for (std::int64_t lane = 0; lane < size_of(layout, linear::kLane); ++lane) {
        const std::int64_t begin = at(registers[0], lane, warp) / vector * vector;
        for (const std::int64_t reg : registers) {
          if (at(reg, lane, warp) != begin + at(reg, 0, 0) % vector) return false;
        }
      }
    }
  }
  return true;
}

}  // namespace

std::int64_t simulated_vector(const linear::Layout& layout,
                              const std::vector<std::int64_t>& offsets, std::int64_t bits) {
  const ThreadValues thread_values(layout);
  std::int64_t vector = std::max<std::int64_t>(1, 128 / bits);
  while (vector > 1 && !lie_together(layout, thread_values, offsets, vector)) vector /= 2;
  return vector;
}

Counted counted(const linear::Layout& distributed, const map::IndexMap& memory, std::int64_t bits) {
  const map::IndexMap elements = *bridge::thread_value_map(distributed);
  const auto access = *analysis::lane_access(
      *map::compose(memory, elements),
      {.lanes = elements.extent(1), .most_elements = analysis::elements_of_vector(bits)});
  return {access.vector, analysis::bank_conflicts(access, bits)};
}

std::vector<std::int64_t> offsets_of(const linear::Layout& memory) {
  const linear::Evaluator evaluator = *linear::Evaluator::of(memory);
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(evaluator.codomain_size()));
  std::vector<std::int64_t> x(memory.ins().size(), 0);
  for (std::size_t k = 0; k < memory.ins().size(); ++k) {
    if (memory.ins()[k].name != linear::kOffset) continue;
    for (x[k] = 0; x[k] < memory.ins()[k].size(); ++x[k]) {
      offsets[static_cast<std::size_t>(evaluator.offset(x))] = x[k];
    }
  }
  return offsets;
}

Simulated simulate(const linear::Layout& layout, const std::vector<std::int64_t>& offsets,
                   std::int64_t bits, std::int64_t vector) {
  const ThreadValues thread_values(layout);
  const std::int64_t bytes = bits / 8;
  const std::int64_t at_once =
      std::clamp<std::int64_t>(kBanks * kBankBytes / (vector * bytes), 1, kWarpLanes);
  Simulated sum;
  for (const auto& registers : instructions_of(layout, thread_values, offsets, vector)) {
    for (std::int64_t warp = 0; warp < size_of(layout, linear::kWarp); ++warp) {
      std::vector<analysis::LaneBytes> phase;
      for (std::int64_t lane = 0; lane < size_of(layout, linear::kLane); ++lane) {
        analysis::LaneBytes& touched = phase.emplace_back();
        for (const std::int64_t reg : registers) {
          const std::int64_t element = thread_values.element(reg, lane, warp);
          for (std::int64_t byte = 0; byte < bytes; ++byte) {
            touched.push_back(offsets[static_cast<std::size_t>(element)] * bytes + byte);
          }
        }
        const bool is_full = static_cast<std::int64_t>(phase.size()) == at_once;
        if (!is_full && lane + 1 < size_of(layout, linear::kLane)) continue;
        const std::int64_t ways = analysis::slow_ways(phase, kBanks, kBankBytes);
        sum.ways = std::max(sum.ways, ways);
        sum.wavefronts += ways;
        phase.clear();
      }
    }
  }
  return sum;
}

}  // namespace tileglot::advice
