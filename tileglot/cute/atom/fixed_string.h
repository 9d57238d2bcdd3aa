// SPDX-License-Identifier: Apache-2.0
// fixed_string.h: a string literal as a template argument.
//
// What     template <FixedString Name> takes a literal: MMA_Atom<"SM61_DP4A">. view() is its text.
// Why      The name of an instruction is then part of a type, and the compiler looks it up.
// Example  FixedString("SM61_DP4A").view() is "SM61_DP4A".
//          [tests: mma_atom_test.cc, "a name gives the traits of an instruction"]
#pragma once

#include <cstddef>
#include <string_view>

namespace tileglot::cute {

/// `Size` counts the zero at the end.
template <std::size_t Size>
struct FixedString {
  char text[Size] = {};  // public: a structural type has no private members

  // NOLINTNEXTLINE(google-explicit-constructor): a literal is a template argument as it is.
  consteval FixedString(const char (&literal)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) text[i] = literal[i];
  }
  constexpr std::string_view view() const { return {text, Size - 1}; }
};

}  // namespace tileglot::cute
