// SPDX-License-Identifier: Apache-2.0
// layout_difference.h: the differences between a module's layouts before and after a pass.
//
// What     layout_difference(before, after) pairs instructions by what they compute and then by
//          name (paired_instructions.h), and lists those whose shape or layout changed; the entry
//          layouts if they differ; the copies that are only in `after`; and other instructions that
//          are only in one of the two. print(difference) has a line for each. New names do not
//          count.
// Why      Of 30,000 instructions a pass changes some hundred; only those are of interest.
// Example  f32[4,6] negate(p), assigned for the CPU with an entry layout of {0,1}:
//            2 copies inserted
//              %copy = f32[4,6]{1,0} of %p {0,1}
//              %copy.1 = f32[4,6]{0,1} of %n {1,0}
//          [tests: hlo/pass/module/layout_difference_test.cc, "added copies are listed"]
//          If a pass leaves no instruction unchanged, all are listed, and `common` is 0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

struct Relaid {
  std::string name = {};  ///< in the second module
  std::string name_before = {};
  std::string before = {};  ///< shapes with layouts
  std::string after = {};
};

struct AddedCopy {
  std::string name = {};
  std::string shape = {};
  std::string operand = {};
  std::string from = {};  ///< the operand's layout
};

/// An instruction that only one of the modules has, other than an added copy.
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

  /// True if every instruction is in both, with the same layout.
  bool is_none() const {
    return entry_before == entry_after && relaid.empty() && copies.empty() && added.empty() &&
           removed.empty();
  }
};

LayoutDifference layout_difference(const Module& before, const Module& after);

/// Lines, each ended; "no layout differs" where none does.
std::string print(const LayoutDifference& difference);

}  // namespace tileglot::hlo::pass
