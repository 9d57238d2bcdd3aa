// SPDX-License-Identifier: Apache-2.0
// read_layout.h: a layout argument of a request.
//
// What     bridge::parse_layout; errors show the line of the text.
// Example  (4,2):(2,1) is not a layout of the tensor f32[8].
//          [tests: read_layout_test.cc, "a tensor that contradicts modes is refused"]
// Errors   As bridge::parse_layout; notation.name for an unknown notation; layout.tensor where -t
//          contradicts the layout; tensor.* where -t does not name a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/value/agreed_type.h"

namespace tileglot::value {

using Extents = std::vector<std::int64_t>;

/// The tensor of -t, if it was given.
core::Result<std::optional<bridge::Tensor>> read_tensor(const std::optional<std::string>& text);

/// What the modes of a CuTe layout are: the dimensions of the tensor that -t names, or threads and
/// values.
enum class Modes : std::uint8_t { kDimensions, kThreadValue };

/// `notation` is the one that the user named; nothing: `detected`, or else detected here. `dtype`
/// is the type for strides in bytes whose text does not name one.
core::Result<bridge::AnyLayout> read_layout(const std::string& text,
                                            const std::optional<std::string>& notation = {},
                                            const std::optional<bridge::Tensor>& tensor = {},
                                            const std::optional<std::string>& dtype = {},
                                            Modes modes = Modes::kDimensions,
                                            std::optional<bridge::Notation> detected = {});

/// The layout of a text with a shape; passes its type to `type`. Nothing if there is no text or it
/// has no shape.
core::Result<std::optional<bridge::AnyLayout>> read_whole(const std::optional<std::string>& text,
                                                          AgreedType& type);

/// The logical extents, from the notation's own evaluator.
core::Result<Extents> extents_of(const bridge::AnyLayout& layout);

/// The range of valid offsets: the positions 0 .. codomain size - 1, or, if strides are negative,
/// from the smallest to the largest offset of an element. lo > hi if there are none.
map::Range offsets_of(const map::IndexMap& map);

}  // namespace tileglot::value
