// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/estimate.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/detail/side_runs.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// Of a line that is fetched, and of one that is written.
constexpr double kSourceLine = 2;
constexpr double kTargetLine = 3;
/// Of a run that is copied, beside its lines.
constexpr double kRun = 1.5;
/// Of a unit that is moved alone, that is picked from a list, and of a byte that is shuffled or
/// transposed by vectors.
constexpr double kUnit = 1.5;
constexpr double kPick = 0.5;
constexpr double kVectorByte = 0.1;
/// Of a call for one block of a transpose.
constexpr double kCall = 20;

double bytes(double units, const Nest& nest) { return units * nest.unit_bits / kByteBits; }

/// The lines of all runs on one side, which begin anywhere in a line.
double side_time(const Nest& nest, std::size_t loops, Side side, double line) {
  std::vector<SteppedLoop> inner;
  for (std::size_t i = nest.loops.size() - loops; i < nest.loops.size(); ++i)
    inner.push_back({&nest.loops[i], least_step(nest.loops[i], side)});
  double times = 1;
  for (std::size_t i = 0; i + loops < nest.loops.size(); ++i)
    times *= static_cast<double>(nest.loops[i].count);
  const SideRuns runs = runs_of(std::move(inner), side, nest.unit_bits);
  const double lines = bytes(runs.length, nest) * kByteBits / kLineBits + 1;
  return times * runs.number * (lines * line + kRun);
}

double estimated_time(const Nest& nest) {
  const auto units = static_cast<double>(nest.units());
  if (nest.kernel == Kernel::kTranspose) {
    const auto block =
        static_cast<double>(nest.block.size().rows * nest.block.size().columns * nest.block.cell);
    const double lines = 2 * bytes(units, nest) * kByteBits / kLineBits;
    return units / block * kCall + bytes(units, nest) * kVectorByte + lines * kSourceLine;
  }
  const std::size_t loops = nest.leaf_loops();
  const double sides =
      side_time(nest, loops, &Move::f, kSourceLine) + side_time(nest, loops, &Move::g, kTargetLine);
  if (nest.kernel == Kernel::kRun) return sides;
  if (nest.kernel != Kernel::kShuffle) return sides + units * kUnit;
  const bool is_listed =
      std::any_of(nest.loops.end() - static_cast<std::ptrdiff_t>(loops), nest.loops.end(),
                  [](const Loop& l) { return !l.is_strided(); });
  return sides + (is_listed ? units * kPick : bytes(units, nest) * kVectorByte);
}

}  // namespace

double estimated_time(const std::vector<Nest>& nests) {
  double time = 0;
  for (const Nest& nest : nests) time += estimated_time(nest);
  return time;
}

}  // namespace tileglot::relayout::plan
