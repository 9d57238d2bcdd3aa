// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/print.h"

#include <string>

#include "tileglot/notation/cute/layout.h"

namespace tileglot::notation::cute {

std::string print(Integer integer, Marks marks) {
  const bool mark = integer.is_static && marks == Marks::kShow;
  std::string text = (mark ? "_" : "") + std::to_string(integer.value);
  for (int level = integer.path.levels(); level-- > 0;) {
    text += '@' + std::to_string(integer.path.mode(level));
  }
  return text;
}

std::string print(Swizzle s) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
         std::to_string(s.shift) + ">";
}

namespace {

std::string leaf_text(const IntTuple& tuple, int slot, Marks marks) {
  if (tuple.is_empty(slot)) return "()";
  return tuple.is_keep(slot) ? "_" : print(tuple.at(slot), marks);
}

std::string print(const Stage& stage, Marks marks) {
  return stage.is_swizzle ? print(stage.swizzle) : print(stage.layout, marks);
}

}  // namespace

std::string print(const IntTuple& tuple, Marks marks) {
  if (tuple.is_scalar) return leaf_text(tuple, 0, marks);
  std::string text = "(";
  for (int slot = 0; slot < tuple.slots; ++slot) {
    if (slot > 0) text += ',';
    text.append(static_cast<std::size_t>(tuple.opens(slot)), '(');
    text += leaf_text(tuple, slot, marks);
    text.append(static_cast<std::size_t>(tuple.closes(slot)), ')');
  }
  return text + ')';
}

std::string print(const Layout<>& layout, Marks marks) {
  return print(layout.shape, marks) + ':' + print(layout.stride, marks);
}

std::string print(const ComposedLayout& composed, Marks marks) {
  return print(composed.outer, marks) + " o " + print(composed.offset, marks) + " o " +
         print(composed.inner, marks);
}

std::string print(const Tiler& tiler, Marks marks) {
  std::string text = tiler.guide.is_scalar ? "" : "<";
  for (int slot = 0; slot < tiler.guide.slots; ++slot) {
    if (slot > 0) text += ',';
    text.append(static_cast<std::size_t>(tiler.guide.opens(slot)), '<');
    if (tiler.guide.is_empty(slot)) {
      text += "<>";
    } else if (tiler.guide.is_keep(slot)) {
      text += '_';
    } else {
      text += print(*mode(tiler.layouts, tiler.guide.values[slot]), marks);
    }
    text.append(static_cast<std::size_t>(tiler.guide.closes(slot)), '>');
  }
  return text + (tiler.guide.is_scalar ? "" : ">");
}

}  // namespace tileglot::notation::cute
