// SPDX-License-Identifier: Apache-2.0
// shape_texts.h: shapes in HLO text, each different text read once.
//
// Why      A module repeats some hundreds of shapes some ten thousand times.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {

/// True if a shape begins here: a type, `(`, or `b(`.
bool at_shape(Cursor& cursor);

/// Reads a shape with its own parser, without the cache.
core::Result<notation::xla::Shape> read_shape(Cursor& cursor,
                                              notation::xla::MissingLayout missing_layout);

class ShapeTexts {
 public:
  ShapeTexts(Module& module, notation::xla::MissingLayout missing_layout)
      : module_(module), missing_layout_(missing_layout) {}

  core::Result<ShapeId> read(Cursor& cursor);

 private:
  Module& module_;
  notation::xla::MissingLayout missing_layout_;
  std::unordered_map<std::string_view, ShapeId> known_ = {};
};

}  // namespace tileglot::hlo
