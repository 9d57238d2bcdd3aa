// SPDX-License-Identifier: Apache-2.0
// layout_title.h: what people call a layout of each notation: "XLA tiled layout".
#pragma once

#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"

namespace tileglot::api {

std::string_view notation_title(bridge::Notation notation);
std::string_view layout_title(const bridge::AnyLayout& layout);

}  // namespace tileglot::api
