// SPDX-License-Identifier: Apache-2.0
// html_page.h: the style sheet and script of an HTML page.
#pragma once

#include <string_view>

namespace tileglot::render::detail {

/// The colours are variables, set by light_colors() or dark_colors().
std::string_view page_sheet();
std::string_view light_colors();
std::string_view dark_colors();

/// The script finds the cells by their data attributes and relies on nothing else in the SVG.
std::string_view page_script();

}  // namespace tileglot::render::detail
