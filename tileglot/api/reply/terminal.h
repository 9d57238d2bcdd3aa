// SPDX-License-Identifier: Apache-2.0
// terminal.h: what the screen that an answer goes to can show, for the doors.
//
// What     The render package's Terminal under api's name: doors see core and api only.
// Why      A request carries it, and the answer's text has colours, marks and widths to match.
#pragma once

#include "tileglot/render/picture/terminal.h"

namespace tileglot::api {

using render::ColorDepth;
using render::Glyphs;
using render::Terminal;

}  // namespace tileglot::api
