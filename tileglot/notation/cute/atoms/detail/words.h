// SPDX-License-Identifier: Apache-2.0
// words.h: reads the words of an instruction, each of which says a part of it.
//
// What     words_of divides "wgmma m64n128k16 f32.f16.f16 RS" at blanks and dots, up to the
//          operands of an instruction in PTX. SaidParts sets parts of an atom and refuses a part
//          that two words say differently. read_words gives each word to a reader and asks it for
//          the atom.
// Why      Words of matrix instructions and of copies are read in one way.
// Example  "m64n128k16 m64n64k16" has no atom: the second shape contradicts the first.
//          [tests: atom_names_test.cc, "a part that is said twice must be the same"]
// Errors   None: nothing is returned for words that do not make an instruction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tileglot::notation::cute {

/// In small letters; nothing if there are too many.
std::vector<std::string> words_of(std::string_view text);

/// A number after `prefix`: block16, scaled3, x4.
std::optional<std::int64_t> number_after(std::string_view word, std::string_view prefix);

/// Parts that words have changed: none is changed twice.
class SaidParts {
 public:
  /// Changes a part; false if an earlier word has said another one.
  template <class Part>
  bool set(Part& part, const std::type_identity_t<Part>& value) {
    const bool is_said = std::find(said_.begin(), said_.end(), &part) != said_.end();
    if (is_said && part != value) return false;
    said_.push_back(&part);
    part = value;
    return true;
  }
  template <class Part>
  bool has(const Part& part) const {
    return std::find(said_.begin(), said_.end(), &part) != said_.end();
  }

 private:
  std::vector<const void*> said_;
};

template <class Words>
auto read_words(std::string_view text) -> decltype(Words().finish()) {
  Words parts;
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) return {};
  for (const std::string& word : words) {
    if (!parts.take(word)) return {};
  }
  return parts.finish();
}

}  // namespace tileglot::notation::cute
