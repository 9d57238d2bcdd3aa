// SPDX-License-Identifier: Apache-2.0
// html_page.h: what a page has beside its picture: a style sheet and a script.
#pragma once

#include <string_view>

namespace tileglot::render::detail {

/// The colours are variables, which light_colors() or dark_colors() set.
std::string_view page_sheet();
std::string_view light_colors();
std::string_view dark_colors();

/// It finds the cells by their data attributes, and nothing else of the SVG.
std::string_view page_script();

}  // namespace tileglot::render::detail
