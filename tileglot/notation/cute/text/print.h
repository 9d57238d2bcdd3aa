// SPDX-License-Identifier: Apache-2.0
// print.h: the canonical text of integers, tuples and layouts.
//
// What     print(x) is the text without the marks of static integers, (4,2):(2,1);
//          print(x, Marks::kShow) writes them, (_4,2):(_2,_1), as CuTe does.
// Why      One canonical text, so that equal layouts print identically and a text can be searched
//          for.
// Example  The layout (4, 2) : (2, 1) prints as (4,2):(2,1). A tuple that holds only 3 prints as
//          (3), the integer 3 as 3.
//          [tests: print_test.cc, "parse reads what print writes"]
//          That layout is (4, 2):(2, 1) in pycute's spelling; Sw<3,0,3> is S<3,0,3> in the DSL's.
//          [tests: print_test.cc, "every spelling reads back as what it spells"]
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

enum class Marks : std::uint8_t { kHide, kShow };

/// The spellings of the original tools.
enum class Spelling : std::uint8_t {
  kCanonical,  ///< (4,2):(2,1)    Sw<3,0,3> o 0 o (8,8):(8,1)   <4:1,_>   (3)
  kCuteCpp,    ///< (_4,2):(_2,_1), with marks, as CuTe's print
  kPycute,     ///< (4, 2):(2, 1)  SW_3_0_3 o 0 o ..             <4:1, None>   (3,)
  kDsl,        ///< (4,2):(2,1)    S<3,0,3> o 0 o ..             [4:1;_]   (3), as MLIR's types
};

constexpr Spelling spelling_of(Marks marks) {
  return marks == Marks::kShow ? Spelling::kCuteCpp : Spelling::kCanonical;
}

std::string print(Integer integer, Spelling spelling);
std::string print(const IntTuple& tuple, Spelling spelling);
std::string print(const Layout<>& layout, Spelling spelling);
std::string print(Swizzle swizzle, Spelling spelling);
std::string print(const ComposedLayout& composed, Spelling spelling);
std::string print(const Tiler& tiler, Spelling spelling);

std::string print(Integer integer, Marks marks = Marks::kHide);
std::string print(const IntTuple& tuple, Marks marks = Marks::kHide);
std::string print(const Layout<>& layout, Marks marks = Marks::kHide);
std::string print(Swizzle swizzle);
std::string print(const ComposedLayout& composed, Marks marks = Marks::kHide);
std::string print(const Tiler& tiler, Marks marks = Marks::kHide);

}  // namespace tileglot::notation::cute
