// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/print.h"

#include <string>

#include "tileglot/notation/cute/layout.h"

namespace tileglot::notation::cute {

std::string print(Integer integer, Marks marks) {
  const bool mark = integer.is_static && marks == Marks::kShow;
  return (mark ? "_" : "") + std::to_string(integer.value);
}

std::string print(const IntTuple& tuple, Marks marks) {
  if (tuple.is_scalar) return print(tuple.at(0), marks);
  std::string text = "(";
  for (int slot = 0; slot < tuple.slots; ++slot) {
    if (slot > 0) text += ',';
    text.append(static_cast<std::size_t>(tuple.opens(slot)), '(');
    text += tuple.is_empty(slot) ? "()" : print(tuple.at(slot), marks);
    text.append(static_cast<std::size_t>(tuple.closes(slot)), ')');
  }
  return text + ')';
}

std::string print(const Layout& layout, Marks marks) {
  return print(layout.shape, marks) + ':' + print(layout.stride, marks);
}

}  // namespace tileglot::notation::cute
