// SPDX-License-Identifier: Apache-2.0
// threads.h: the threads of simulated blocks and what their registers hold.
//
// What     Threads numbers lanes, warps and blocks; element(layout, thread, register) is the
//          element that a layout assigns there. RegisterFile holds the elements of all registers
//          that a plan makes.
// Units    An element is its flat output of the layout.
// Example  Thread 37 of 32 lanes is lane 5 of warp 1.
//          [tests: simulator_test.cc, "threads are numbered lane by lane"]
// Errors   None.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/instruction.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {

struct Thread {
  std::uint64_t lane = 0;
  std::uint64_t warp = 0;
  std::uint64_t block = 0;
  friend bool operator==(const Thread&, const Thread&) = default;
};

struct Threads {
  std::size_t lanes = 1;
  std::size_t warps = 1;
  std::size_t blocks = 1;

  std::size_t count() const { return lanes * warps * blocks; }
  Thread thread(std::size_t i) const { return {i % lanes, i / lanes % warps, i / lanes / warps}; }
  std::size_t index(const Thread& t) const {
    return static_cast<std::size_t>((t.block * warps + t.warp) * lanes + t.lane);
  }
};

/// As many as either layout has.
Threads threads_of(const notation::linear::Layout& src, const notation::linear::Layout& dst);

std::uint64_t element(const notation::linear::Layout& layout, const Thread& thread, int reg);

/// The element in a register or a cell of memory, if there is one.
using Content = std::optional<std::uint32_t>;

class RegisterFile {
 public:
  RegisterFile(const Plan& plan, std::size_t threads);

  /// Slots of one thread: elements of all its registers.
  std::size_t slots() const { return slots_; }
  Content& at(std::size_t thread, Part p) { return contents_[thread * slots_ + slot(p)]; }
  const Content& at(std::size_t thread, Part p) const {
    return contents_[thread * slots_ + slot(p)];
  }
  int parts(int reg) const { return parts_[static_cast<std::size_t>(reg)]; }

 private:
  std::size_t slot(Part p) const {
    return first_[static_cast<std::size_t>(p.reg)] + static_cast<std::size_t>(p.part);
  }

  std::vector<int> parts_;          ///< elements of each register
  std::vector<std::size_t> first_;  ///< slot of each
  std::size_t slots_ = 0;
  std::vector<Content> contents_;
};

/// Elements of all registers that a plan makes, which bounds its size.
std::size_t slots_of(const Plan& plan);

}  // namespace tileglot::relayout::warp
