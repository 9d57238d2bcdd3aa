// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/threads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <variant>
#include <vector>

#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

std::size_t size_of(const linear::Layout& layout, const linear::Name& name) {
  const linear::Dimension* in = layout.find_in(name);
  return in == nullptr ? 1 : static_cast<std::size_t>(in->size());
}

std::uint64_t placed_in(const linear::Layout& layout, const linear::Name& name, std::uint64_t v) {
  const linear::Dimension* in = layout.find_in(name);
  return in == nullptr ? 0 : placed(v & (static_cast<std::uint64_t>(in->size()) - 1), *in);
}

/// The elements of each register, derived from the instruction that creates it.
class Parts {
 public:
  explicit Parts(const Plan& plan) : parts_(static_cast<std::size_t>(plan.inputs), 1) {
    for (const Instruction& i : plan.instructions)
      std::visit([this](const auto& instruction) { note(instruction); }, i);
  }
  std::vector<int> take() && { return std::move(parts_); }

 private:
  void set(int reg, int parts) {
    parts_.resize(std::max(parts_.size(), static_cast<std::size_t>(reg) + 1), 0);
    parts_[static_cast<std::size_t>(reg)] = parts;
  }
  int of(int reg) const { return parts_[static_cast<std::size_t>(reg)]; }

  void note(const Pack& i) { set(i.to, static_cast<int>(i.parts.size())); }
  void note(const Select& i) { set(i.to, of(i.if_clear)); }
  void note(const Shuffle& i) { set(i.to, of(i.from)); }
  void note(const Access& i) {
    if (i.direction == Direction::kStore) return;
    for (const Part& p : i.elements) set(p.reg, p.part + 1);
  }
  void note(const Barrier& /*none*/) {}

  std::vector<int> parts_;
};

}  // namespace

Threads threads_of(const linear::Layout& src, const linear::Layout& dst) {
  const auto both = [&](const linear::Name& name) {
    return std::max(size_of(src, name), size_of(dst, name));
  };
  return {both(linear::kLane), both(linear::kWarp), both(linear::kBlock)};
}

std::uint64_t element(const linear::Layout& layout, const Thread& thread, int reg) {
  return linear::apply_flat(layout,
                            placed_in(layout, linear::kRegister, static_cast<std::uint64_t>(reg)) |
                                placed_in(layout, linear::kLane, thread.lane) |
                                placed_in(layout, linear::kWarp, thread.warp) |
                                placed_in(layout, linear::kBlock, thread.block));
}

RegisterFile::RegisterFile(const Plan& plan, std::size_t threads) : parts_(Parts(plan).take()) {
  for (const int parts : parts_) {
    first_.push_back(slots_);
    slots_ += static_cast<std::size_t>(parts);
  }
  contents_.resize(threads * slots_);
}

std::size_t slots_of(const Plan& plan) {
  const std::vector<int> parts = Parts(plan).take();
  return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                         [](std::size_t sum, int n) { return sum + static_cast<std::size_t>(n); });
}

}  // namespace tileglot::relayout::warp
