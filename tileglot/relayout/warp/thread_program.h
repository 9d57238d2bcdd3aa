// SPDX-License-Identifier: Apache-2.0
// thread_program.h: builds the instructions of a plan, numbering registers in order of creation.
//
// What     pack, select, shuffle, load, store and barrier append an instruction; those that make a
//          register return it.
// Example  ThreadProgram p(4); p.select(0, 1, 2) is register 4: register 0, or 1 where bit 2 of the
//          lane is set. [tests: thread_program_test.cc, "registers are numbered as they are made"]
// Errors   None.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/relayout/warp/instruction.h"

namespace tileglot::relayout::warp {

class ThreadProgram {
 public:
  explicit ThreadProgram(int inputs) : next_(inputs) {}

  int pack(std::vector<Part> parts) {
    const int to = next_++;
    instructions_.emplace_back(Pack{to, std::move(parts)});
    return to;
  }
  int select(int if_clear, int if_set, int lane_bit) {
    const int to = next_++;
    instructions_.emplace_back(Select{to, if_clear, if_set, lane_bit});
    return to;
  }
  int shuffle(int from, std::vector<std::uint64_t> source, std::uint64_t mask) {
    const int to = next_++;
    instructions_.emplace_back(Shuffle{to, from, std::move(source), mask});
    return to;
  }
  void store(Access access) {
    access.direction = Direction::kStore;
    instructions_.emplace_back(std::move(access));
  }
  /// `count` new registers with one element each, which it returns in order; or with
  /// `parts_of_each` elements each.
  std::vector<Part> load(Access access, int count, int parts_of_each) {
    access.direction = Direction::kLoad;
    access.elements.clear();
    for (int i = 0; i < count; ++i, ++next_)
      for (int part = 0; part < parts_of_each; ++part) access.elements.push_back({next_, part});
    std::vector<Part> loaded = access.elements;
    instructions_.emplace_back(std::move(access));
    return loaded;
  }
  void barrier(Scope scope) { instructions_.emplace_back(Barrier{scope}); }

  std::vector<Instruction> take() && { return std::move(instructions_); }

 private:
  std::vector<Instruction> instructions_;
  int next_;
};

}  // namespace tileglot::relayout::warp
