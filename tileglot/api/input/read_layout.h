// SPDX-License-Identifier: Apache-2.0
// read_layout.h: a layout argument of a request.
//
// What     bridge::parse_layout; errors show the line of the text.
// Errors   As bridge::parse_layout; notation.name for an unknown notation; layout.type where
//          --dtype contradicts the layout, layout.tensor where -t does; tensor.* where -t does not
//          name a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::api {

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

/// The range of valid offsets: the positions 0 .. codomain size - 1, or, if strides are negative,
/// from the smallest to the largest offset of an element. lo > hi if there are none.
map::Range offsets_of(const map::IndexMap& map);

/// The element type that the layout names, else that of --dtype, else that of -t; the first two may
/// not contradict each other.
core::Result<std::optional<core::ElementType>> agreed_type(
    const bridge::AnyLayout& layout, const std::optional<std::string>& dtype,
    const std::optional<bridge::Tensor>& tensor = {});

}  // namespace tileglot::api
