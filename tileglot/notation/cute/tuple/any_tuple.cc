// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/any_tuple.h"

#include <cstddef>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {

rc::Gen<IntTuple> any_like(const IntTuple& t, std::int64_t low, std::int64_t high) {
  return rc::gen::exec([t, low, high] {
    IntTuple drawn = t;
    for (int slot = 0; slot < t.slots; ++slot) {
      if (t.is_empty(slot)) continue;
      drawn.set(slot, Integer(*rc::gen::inRange(low, high), *rc::gen::arbitrary<bool>()));
    }
    return drawn;
  });
}

rc::Gen<IntTuple> any_shape() {
  return rc::gen::exec([] { return *any_like(*any_int_tuple(), 1, 9); });
}

rc::Gen<IntTuple> any_coarser(const IntTuple& t, std::int64_t (*leaf)(const IntTuple&)) {
  return rc::gen::exec([t, leaf] {
    if (t.is_scalar || *rc::gen::inRange(0, 4) == 0) {
      return IntTuple(Integer(leaf(t), *rc::gen::arbitrary<bool>()));
    }
    IntTuple coarser;
    for (int i = 0; i < rank(t); ++i) {
      coarser = *append(coarser, *any_coarser(*mode(t, i), leaf));
    }
    return coarser;
  });
}

std::string marked_text(const IntTuple& t) { return print(t, Marks::kShow); }

std::vector<std::string> mode_texts(const IntTuple& t) {
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(rank(t)));
  for (int i = 0; i < rank(t); ++i) texts.push_back(marked_text(*mode(t, i)));
  return texts;
}

std::string tuple_text(const std::vector<std::string>& modes) {
  std::string text = "(";
  for (const std::string& mode : modes) text += (text.size() > 1 ? "," : "") + mode;
  return text + ")";
}

std::vector<std::int64_t> leaf_values(const IntTuple& t) {
  std::vector<std::int64_t> values;
  for (int slot = 0; slot < t.slots; ++slot) {
    if (!t.is_empty(slot)) values.push_back(t.values[slot]);
  }
  return values;
}

}  // namespace tileglot::notation::cute
