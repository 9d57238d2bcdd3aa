// SPDX-License-Identifier: Apache-2.0
// entry_arrays.h: the arrays of an entry layout, which a caller may declare or leave open.
//
// What     entry_arrays(entry) lists the arrays of the parameters in order, then those of the
//          result, tuples taken apart. opened(entry) is the same entry without layouts, as far as
//          they are a choice: of arrays of rank 2 and more.
// Why      What another entry layout would save is found by assigning layouts again for it.
// Example  (f32[2,3]{1,0}, s32[])->(f32[2,3]{1,0}) has three arrays, and two layouts to open.
//          [tests: hlo/pass/explain/layout_prices_test.cc, "an entry is opened"]
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct EntryArray {
  std::optional<std::size_t> parameter = {};  ///< nothing: the result
  notation::xla::TuplePath path = {};
  notation::xla::Shape* shape = nullptr;  ///< in the entry layout
};

/// The entry layout must live as long.
std::vector<EntryArray> entry_arrays(EntryLayout& entry);

EntryLayout opened(EntryLayout entry);

/// "parameter 5 (%p5)", "parameter 5 {1} (%p5)", "result {1}".
std::string title_of(const Module& module, const EntryArray& array);

}  // namespace tileglot::hlo::pass
