// SPDX-License-Identifier: Apache-2.0
// label_by.h: writes the labels of cells.
//
// What     label_by(picture, by, memory, shapes) writes the label of each cell: its offset, its
//          coordinate, flat or nested like the layout's modes, the thread and value that hold it,
//          the bank or the byte it begins at; and the title with all of these.
// Why      The same cells answer different questions.
// Units    A byte is that of the offset's first bit. T4 V1 is value 1 (register) of thread 4; B1
//          before it names a block other than the first; +1 after it means that one other also
//          holds the element.
// Example  f32[3,5]{1,0:T(2,2)} at (2,3): 17; 2,3; byte 68; bank 17.
//          [tests: label_by_test.cc, "one cell, each label"]
// Errors   parse_label_by: show.label. label_by: render.no_type, render.no_owners, as in
//          color_by.h.
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
std::span<const std::string_view> label_names();
core::Result<LabelBy> parse_label_by(std::string_view name);

/// `shapes` has the nested extents of each dimension; empty if none are nested.
core::Status label_by(Picture& picture, LabelBy by, const MemoryScale& memory,
                      std::span<const core::IntTuple> shapes = {});

/// Writes only the titles of cells.
void title_cells(Picture& picture, const MemoryScale& memory);

}  // namespace tileglot::render
