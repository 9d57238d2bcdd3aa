// SPDX-License-Identifier: Apache-2.0
// example_pictures.h: pictures for the tests of writers.
//
// What     The worked example, one that has every kind of cell, three panels as matrices are
//          multiplied, and one whose texts are hostile; any_picture() is a random one.
// Why      Each writer is held against the same pictures.
#pragma once

#include <rapidcheck.h>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// f32[3,5]{1,0:T(2,2)}: 4 x 6 cells, a colour for each tile.
Picture worked_example();

/// A cell of each kind in a row, of a buffer of 6 elements; lines of several characters.
Picture every_kind();

/// A bottom left, B top right, C bottom right: cells with owners, nested borders.
Picture product_of_matrices();

/// Every text tries to leave its place: markup, control characters, broken UTF-8.
Picture hostile_picture();

rc::Gen<Picture> any_picture();

}  // namespace tileglot::render
