// SPDX-License-Identifier: Apache-2.0
// register_choice.h: the registers of a layout that hold distinct elements.
//
// What     RegisterChoice(vectors) keeps the register bits whose vector is not a sum of those of
//          earlier bits; kept()[i] is the register bit of the i-th kept one. number(i) is the
//          register of kept number i, and kept_number(r) the kept number of a register that holds
//          the same elements as r.
// Why      A conversion moves each element of a thread once, and copies repeated ones.
// Example  Of register vectors {1,0,2}, bits 0 and 2 are kept: registers 0, 1, 4, 5. Register 7
//          holds the same as register 5, kept number 3.
//          [tests: register_choice_test.cc, "what repeats is copied"]
// Errors   None.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/swizzle/f2_bases.h"

namespace tileglot::relayout::warp {

class RegisterChoice {
 public:
  explicit RegisterChoice(notation::linear::F2BasesView vectors);

  const std::vector<int>& kept() const { return kept_; }
  int count() const { return 1 << kept_.size(); }
  int number(int kept_number) const;
  int kept_number(int reg) const;

 private:
  std::vector<int> kept_;
  std::vector<std::uint64_t> sums_;  ///< of each register bit: which kept ones hold the same
};

}  // namespace tileglot::relayout::warp
