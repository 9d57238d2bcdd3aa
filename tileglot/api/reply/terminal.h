// SPDX-License-Identifier: Apache-2.0
// terminal.h: what the terminal that an answer goes to can show, for front ends.
//
// What     The render package's Terminal under api's name: front ends may not use render.
// Why      A request carries it, and the answer's text has matching colours, marks and widths.
#pragma once

#include "tileglot/render/picture/terminal.h"

namespace tileglot::api {

using render::ColorDepth;
using render::Glyphs;
using render::Terminal;

}  // namespace tileglot::api
