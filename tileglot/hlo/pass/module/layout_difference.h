// SPDX-License-Identifier: Apache-2.0
// layout_difference.h: what differs in the layouts of a module before and after a pass.
//
// What     layout_difference(before, after) pairs instructions by the names of their computation and of
//          themselves, and lists those whose shape or layout is another one; the entry layouts if they
//          differ; the copies that are only in `after`; and other instructions that are only in one of
//          the two. print(difference) has a line for each.
// Why      Of 30,000 instructions a pass changes some hundred; those are what one wants to see.
// Example  f32[4,6] negate(p), assigned for the CPU with an entry layout of {0,1}:
//            2 copies inserted
//              %copy = f32[4,6]{1,0} of %p {0,1}
//              %copy.1 = f32[4,6]{0,1} of %n {1,0}
//          [tests: hlo/pass/module/layout_difference_test.cc, "added copies are listed"]
//          A pass may leave none as it was; then all are listed, and `common` is 0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

struct Relaid {
  std::string name = {};
  std::string before = {};  ///< shapes with layouts
  std::string after = {};
};

struct AddedCopy {
  std::string name = {};
  std::string shape = {};
  std::string operand = {};
  std::string from = {};  ///< the operand's layout
};

/// An instruction that only one of the modules has, and that is no copy that was added.
struct Alone {
  std::string name = {};
  std::string shape = {};
  std::string opcode = {};
};

struct LayoutDifference {
  std::string entry_before = {};
  std::string entry_after = {};
  std::vector<Relaid> relaid = {};
  std::vector<AddedCopy> copies = {};
  std::vector<Alone> added = {};
  std::vector<Alone> removed = {};
  std::size_t common = 0;  ///< instructions that are in both

  /// Every instruction is in both, with one layout.
  bool is_none() const {
    return entry_before == entry_after && relaid.empty() && copies.empty() && added.empty() &&
           removed.empty();
  }
};

LayoutDifference layout_difference(const Module& before, const Module& after);

/// Lines, each ended; "no layout differs" where none does.
std::string print(const LayoutDifference& difference);

}  // namespace tileglot::hlo::pass
