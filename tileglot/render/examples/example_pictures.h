// SPDX-License-Identifier: Apache-2.0
// example_pictures.h: pictures for the tests of writers.
//
// What     The worked example, one that has every kind of cell, three panels arranged as a matrix
//          product, and one whose texts are hostile; any_picture() is a random one.
// Why      Every writer is tested on the same pictures.
#pragma once

#include <rapidcheck.h>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// f32[3,5]{1,0:T(2,2)}: 4 x 6 cells, a colour for each tile.
Picture worked_example();

/// A cell of each kind in a row, in a buffer of 6 elements; labels of several characters.
Picture every_kind();

/// A bottom left, B top right, C bottom right: cells with thread values, nested borders.
Picture product_of_matrices();

/// Every text tries to break out of its place: markup, control characters, broken UTF-8.
Picture hostile_picture();

rc::Gen<Picture> any_picture();

}  // namespace tileglot::render
