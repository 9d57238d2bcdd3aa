// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

namespace {

bool has_marks(Spelling spelling) { return spelling == Spelling::kCuteCpp; }
std::string_view comma(Spelling spelling) { return spelling == Spelling::kPycute ? ", " : ","; }
std::string_view keep(Spelling spelling) { return spelling == Spelling::kPycute ? "None" : "_"; }

std::string leaf_text(const IntTuple& tuple, int slot, Spelling spelling) {
  if (tuple.is_empty(slot)) return "()";
  return tuple.is_keep(slot) ? std::string(keep(spelling)) : print(tuple.at(slot), spelling);
}

std::string print_stage(const Stage& stage, Spelling spelling) {
  return stage.is_swizzle ? print(stage.swizzle, spelling) : print(stage.layout, spelling);
}

/// Python writes the tuple of one x as (x,).
std::string python_tuple(const IntTuple& tuple) {
  if (tuple.is_scalar) return leaf_text(tuple, 0, Spelling::kPycute);
  std::string text = "(";
  const int modes = rank(tuple);
  for (int k = 0; k < modes; ++k) {
    text += (k > 0 ? ", " : "") + python_tuple(*mode(tuple, k));
  }
  return text + (modes == 1 ? ",)" : ")");
}

struct Brackets {
  char open;
  std::string_view between;
  char close;
};

Brackets brackets_of(Spelling spelling) {
  if (spelling == Spelling::kDsl) return {'[', ";", ']'};
  return {'<', comma(spelling), '>'};
}

std::string tiler_entry(const Tiler& tiler, int slot, Spelling spelling) {
  const Brackets brackets = brackets_of(spelling);
  if (tiler.guide.is_empty(slot)) return {brackets.open, brackets.close};
  if (tiler.guide.is_keep(slot)) return std::string(keep(spelling));
  return print(*mode(tiler.layouts, tiler.guide.values[slot]), spelling);
}

}  // namespace

std::string print(Integer integer, Spelling spelling) {
  std::string text =
      (integer.is_static && has_marks(spelling) ? "_" : "") + std::to_string(integer.value);
  for (int level = integer.path.levels(); level-- > 0;) {
    text += '@' + std::to_string(integer.path.mode(level));
  }
  return text;
}

std::string print(Swizzle s, Spelling spelling) {
  if (spelling == Spelling::kPycute) return fmt::format("SW_{}_{}_{}", s.bits, s.base, s.shift);
  return fmt::format("{}<{},{},{}>", spelling == Spelling::kDsl ? "S" : "Sw", s.bits, s.base,
                     s.shift);
}

std::string print(const IntTuple& tuple, Spelling spelling) {
  if (tuple.is_scalar) return leaf_text(tuple, 0, spelling);
  if (spelling == Spelling::kPycute) return python_tuple(tuple);
  std::string text = "(";
  for (int slot = 0; slot < tuple.slots; ++slot) {
    if (slot > 0) text += ',';
    text.append(static_cast<std::size_t>(tuple.opens(slot)), '(');
    text += leaf_text(tuple, slot, spelling);
    text.append(static_cast<std::size_t>(tuple.closes(slot)), ')');
  }
  return text + ')';
}

std::string print(const Layout<>& layout, Spelling spelling) {
  return print(layout.shape, spelling) + ':' + print(layout.stride, spelling);
}

std::string print(const ComposedLayout& composed, Spelling spelling) {
  return print_stage(composed.outer, spelling) + " o " + print(composed.offset, spelling) + " o " +
         print_stage(composed.inner, spelling);
}

std::string print(const Tiler& tiler, Spelling spelling) {
  const Brackets brackets = brackets_of(spelling);
  if (tiler.guide.is_scalar) return tiler_entry(tiler, 0, spelling);
  std::string text(1, brackets.open);
  for (int slot = 0; slot < tiler.guide.slots; ++slot) {
    if (slot > 0) text += brackets.between;
    text.append(static_cast<std::size_t>(tiler.guide.opens(slot)), brackets.open);
    text += tiler_entry(tiler, slot, spelling);
    text.append(static_cast<std::size_t>(tiler.guide.closes(slot)), brackets.close);
  }
  return text + brackets.close;
}

std::string print(Integer integer, Marks marks) { return print(integer, spelling_of(marks)); }
std::string print(const IntTuple& tuple, Marks marks) { return print(tuple, spelling_of(marks)); }
std::string print(const Layout<>& layout, Marks marks) { return print(layout, spelling_of(marks)); }
std::string print(Swizzle swizzle) { return print(swizzle, Spelling::kCanonical); }
std::string print(const ComposedLayout& composed, Marks marks) {
  return print(composed, spelling_of(marks));
}
std::string print(const Tiler& tiler, Marks marks) { return print(tiler, spelling_of(marks)); }

}  // namespace tileglot::notation::cute
