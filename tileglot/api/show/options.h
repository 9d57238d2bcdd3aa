// SPDX-License-Identifier: Apache-2.0
// show/options.h: parses the options of a request for a picture.
//
// What     read_show_options turns the names of forms, views, colours, labels, palettes and themes
//          and the ranges of a window into values, or refuses an unknown word.
// Why      Every word is checked before anything is read or drawn.
// Errors   As show.h lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::api {

enum class Form : std::uint8_t { kTable, kSvg, kLatex, kHtml, kJson, kPng };
enum class View : std::uint8_t { kGrid, kMemory, kTv, kHw, kBanks, kMatrix, kMma };

struct ShowOptions {
  Form form = Form::kTable;
  std::optional<View> view = {};
  std::optional<render::ColorBy> color = {};
  std::optional<render::LabelBy> label = {};
  render::Palette palette = render::Palette::kSafe;
  render::Theme theme = render::Theme::kAuto;
  std::optional<render::Window> crop = {};
};

core::Result<ShowOptions> read_show_options(const ShowRequest& request);

std::string_view name_of(View view);
std::span<const std::string_view> view_names();

/// The number of cells above which the form draws blocks.
std::int64_t most_cells(Form form);

/// The number of cells of a window, which is drawn as requested.
std::int64_t most_cells_of_window(Form form);

}  // namespace tileglot::api
