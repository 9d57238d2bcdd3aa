// SPDX-License-Identifier: Apache-2.0
// description.h: the text of a layout, and what the text leaves out.
//
// What     describe(layout) is a text that tileglot.layout reads, with the shape and the type where
//          the text does not hold them. read(description) is the layout again.
// Why      Reprs, pickles and requests are texts, and nChw16c says no shape.
// Example  nChw16c of 1x32x2x2: 'aBcd16b', shape (1,32,2,2).
// Errors   Those of value/read_layout.h; InvalidError layout.dtype_missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"

namespace tileglot::python {

struct Description {
  std::string text = {};
  std::optional<std::string> notation = {};
  std::optional<std::vector<std::int64_t>> shape = {};
  std::optional<std::string> dtype = {};

  /// What -t is on the command line: f32[1,32,2,2].
  std::optional<std::string> tensor() const;
};

/// With the marks of static integers, `_4`, if `exact`.
Description describe(const bridge::AnyLayout& layout, bool exact = false);

bridge::AnyLayout read(const Description& description);

/// tileglot.layout('nChw16c', shape=(1,32,2,2))
std::string repr_of(const bridge::AnyLayout& layout);

}  // namespace tileglot::python
