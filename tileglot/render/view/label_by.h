// SPDX-License-Identifier: Apache-2.0
// label_by.h: what is written in a cell.
//
// What     label_by(picture, by, memory, shapes) writes the label of each cell: its offset, its
//          coordinate, that as nested as the layout's modes are, the thread and value that hold it,
//          the bank or the byte it begins at; and the title with all there is to say.
// Why      The same cells answer different questions.
// Units    Bytes are of the offset's first bit. T4 V1 is value 1 (register) of thread 4; B1 before it names a block but the first;
//          +1 behind it says that another one holds the element too.
// Example  f32[3,5]{1,0:T(2,2)} at (2,3): 17; 2,3; byte 68; bank 17.
//          [tests: label_by_test.cc, "one cell, each label"]
// Errors   parse_label_by: show.label. label_by: render.no_type, render.no_owners, as color_by.h has.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"

namespace tileglot::render {

enum class LabelBy : std::uint8_t { kNone, kOffset, kCoord, kNested, kTv, kBank, kByte };

std::string_view name_of(LabelBy by);
core::Result<LabelBy> parse_label_by(std::string_view name);

/// `shapes` has the nested extents of each dimension; empty where none are nested.
core::Status label_by(Picture& picture, LabelBy by, const MemoryScale& memory,
                      std::span<const core::IntTuple> shapes = {});

/// The titles of cells only.
void title_cells(Picture& picture, const MemoryScale& memory);

}  // namespace tileglot::render
