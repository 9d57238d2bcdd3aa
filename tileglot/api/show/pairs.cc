// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/reply/text_lines.h"
#include "tileglot/api/show/banks.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/print.h"
#include "tileglot/relayout/plan/visits.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/arrange.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/index_gather.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/view/memory_view.h"
#include "tileglot/render/view/move_order.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace plan = relayout::plan;

constexpr std::int64_t kMostMoved = 65536;
constexpr std::int64_t kLongestRow = 32;

bool same_extents(const map::IndexMap& a, const map::IndexMap& b) {
  return std::ranges::equal(a.domain(), b.domain(), {}, &map::Dim::extent, &map::Dim::extent);
}

/// The second layout, of the same tensor as the first.
core::Result<ShownLayout> read_other(const std::string& text, const ShownLayout& shown,
                                     const ShowRequest& request) {
  ShowRequest as_first = request;
  if (shown.type && !as_first.dtype) as_first.dtype = std::string(core::name(*shown.type));
  TILEGLOT_TRY(other, read_shown_layout(text, as_first, false));
  if (!same_extents(other.drawn, shown.drawn)) {
    return core::fail({.code = "show.domain",
                       .message = fmt::format("{} has the extents {}, and {} has {}", other.text,
                                              map::extents_text(other.drawn.domain()), shown.text,
                                              map::extents_text(shown.drawn.domain())),
                       .help = "both layouts are to be of one tensor"});
  }
  return std::move(other);
}

/// Only grids can be overlaid.
core::Status check_grid(const ShownLayout& shown, const ShowOptions& options,
                        std::string_view option) {
  if (view_of(shown, options) == View::kGrid) return {};
  return core::fail({.code = "show.option",
                     .message = fmt::format("{} is for grids of offsets, and {} is drawn as {}",
                                            option, shown.text, name_of(view_of(shown, options))),
                     .help = "add --view grid, or leave one of the two out"});
}

void add_bank_lines(Drawing& drawing, const ShownLayout& shown, const ShowRequest& request) {
  for (const std::string& line : bank_lines(shown, request))
    drawing.picture.footers.push_back(fmt::format("{}: {}", shown.text, line));
}

/// Without padding, so that both have the same cells.
render::Subject bare(const ShownLayout& shown) {
  return {shown.drawn, shown.drawn, shown.boundaries};
}

/// Whether the layouts are equal as functions, and if not, where they differ.
core::Result<std::string> verdict(const ShownLayout& a, const ShownLayout& b) {
  TILEGLOT_TRY(difference, map::first_difference(a.drawn, b.drawn));
  if (!difference) return std::string("equal as functions (proved)");
  return fmt::format("first difference at {}: {} and {}", map::coordinate_text(difference->at),
                     difference->left, difference->right);
}

core::Result<Drawing> grids_beside(const ShownLayout& source, const ShownLayout& target,
                                   const ShowRequest& request, const ShowOptions& options) {
  TILEGLOT_TRY(drawing, panels_of(source, request, options));
  TILEGLOT_TRY(other, panels_of(target, request, options));
  Drawing both{.note = drawing.note};
  render::put_beside(both.picture, std::move(drawing.picture.panels), source.text);
  render::put_beside(both.picture, std::move(other.picture.panels), target.text);
  return both;
}

/// Adds memory in its own order with the moves, one row of the tensor per row if it is short
/// enough.
core::Status add_strip(Drawing& drawing, const ShownLayout& shown, const render::MoveOrder& when,
                       const ShowOptions& options) {
  const map::IndexMap& map = shown.drawn;
  const std::int64_t row = map.rank() == 0 ? 1 : map.extent(map.rank() - 1);
  const render::MemoryOptions memory{.per_row = std::clamp<std::int64_t>(row, 1, kLongestRow),
                                     .most_cells = most_cells(options.form)};
  TILEGLOT_TRY(
      view, core::with_line(render::memory_view(map, value::offsets_of(map), memory), shown.text));
  if (!view.is_whole) {
    drawing.note += fmt::format("{} of {} rows of {} are drawn\n", view.panel.rows.count(),
                                view.rows, shown.text);
  }
  render::Picture strip;
  strip.panels.push_back(std::move(view.panel));
  TILEGLOT_TRY_STATUS(
      core::with_line(render::label_by(strip, options.label.value_or(render::LabelBy::kCoord),
                                       {.element_bits = shown.element_bits}, shown.modes),
                      shown.text));
  render::title_cells(strip, {.element_bits = shown.element_bits});
  render::mark_order(strip.panels, when);
  render::put_beside(drawing.picture, std::move(strip.panels), shown.text);
  return {};
}

/// What the gather leaves out of the layout's indices.
core::Result<cute::Layout<>> complement_of(const cute::Layout<>& gather, std::int64_t size) {
  const auto found =
      cute::complement(gather, core::IntTuple(core::static_integer(size)), cute::Holes::kRefuse);
  if (found) return *found;
  const core::Error reason = cute::to_error(found.refusal);
  return core::fail({.code = "show.gather",
                     .message = fmt::format("the gather has no shifts: {}", reason->message),
                     .help = "choose indices that no shift of the gather repeats"});
}

}  // namespace

core::Result<Drawing> draw_beside(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options) {
  const View view = view_of(shown, options);
  const bool as_threads = options.view == View::kTv || options.view == View::kHw;
  TILEGLOT_TRY(other, read_shown_layout(*request.side_by_side, request, as_threads));
  ShowOptions same = options;
  same.view = view;
  TILEGLOT_TRY(drawing, grids_beside(other, shown, request, same));
  TILEGLOT_TRY_STATUS(paint(drawing.picture, shown, request, same));
  if (is_about_banks(request, same)) {
    add_bank_lines(drawing, other, request);
    add_bank_lines(drawing, shown, request);
  }
  return std::move(drawing);
}

core::Result<Drawing> draw_difference(const ShownLayout& shown, const ShowRequest& request,
                                      const ShowOptions& options) {
  TILEGLOT_TRY_STATUS(check_grid(shown, options, "--against"));
  TILEGLOT_TRY(other, read_other(*request.against, shown, request));
  const render::GridOptions grid = grid_options(request, options);
  TILEGLOT_TRY(first, core::with_line(render::grid_view(bare(shown), grid), shown.text));
  TILEGLOT_TRY(second, core::with_line(render::grid_view(bare(other), grid), other.text));
  TILEGLOT_TRY(result, verdict(shown, other));
  Drawing drawing;
  drawing.picture.panels = std::move(first.panels);
  const std::int64_t differing = render::mark_difference(drawing.picture.panels, second.panels);
  drawing.picture.facts.push_back(
      fmt::format("against {}: {}; {} of the {} drawn differ", other.text, result, differing,
                  first.is_overview ? "first elements of blocks" : "cells"));
  return drawing;
}

core::Result<Drawing> draw_relayout(const ShownLayout& shown, const ShowRequest& request,
                                    const ShowOptions& options) {
  TILEGLOT_TRY_STATUS(check_grid(shown, options, "--relayout-to"));
  TILEGLOT_TRY(target, read_other(*request.relayout_to, shown, request));
  const auto bits = static_cast<int>(shown.element_bits > 0 ? shown.element_bits : 32);
  TILEGLOT_TRY(moves, plan::plan(shown.drawn, target.drawn, bits));
  const auto order = plan::visits(moves, kMostMoved);
  render::MoveOrder of_source;
  render::MoveOrder of_target;
  for (const plan::Move& visit : order) {
    const auto number = static_cast<std::int64_t>(of_source.size());
    of_source.emplace(visit.f, number);
    of_target.emplace(visit.g, number);
  }
  Drawing drawing;
  TILEGLOT_TRY_STATUS(add_strip(drawing, shown, of_source, options));
  TILEGLOT_TRY_STATUS(add_strip(drawing, target, of_target, options));
  render::add_order_legend(drawing.picture, static_cast<std::int64_t>(order.size()));
  for (const std::string& line : text_lines(plan::print(moves)))
    drawing.picture.footers.push_back(line);
  return drawing;
}

core::Result<Drawing> draw_gather(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options) {
  TILEGLOT_TRY_STATUS(check_grid(shown, options, "--gather"));
  const auto read = bridge::parse_layout(*request.gather, {.notation = bridge::Notation::kCute});
  if (!read) return core::fail(core::with_line(read.error(), *request.gather));
  const auto* gather = std::get_if<cute::Layout<>>(&*read);
  if (gather == nullptr || shown.drawn.size() > render::kMostGathered) {
    return core::fail({.code = "show.gather",
                       .message =
                           "a gather is a plain CuTe layout of indices, of a layout of at most "
                           "65536 elements",
                       .help = "write --gather 4:2"});
  }
  TILEGLOT_TRY(shifts, complement_of(*gather, shown.drawn.size()));
  TILEGLOT_TRY(indices, core::with_line(bridge::to_map(*gather), *request.gather));
  // As one mode, so that shifts are numbered in CuTe's order.
  TILEGLOT_TRY(copies,
               core::with_line(bridge::to_map(*cute::make_layout(shifts)), *request.gather));
  TILEGLOT_TRY(drawing, panels_of(shown, request, options));
  const bool first_fastest = bridge::notation_of(shown.layout) == bridge::Notation::kCute;
  TILEGLOT_TRY_STATUS(
      core::with_line(render::mark_gather(drawing.picture.panels, shown.drawn.domain(),
                                          first_fastest, {indices, copies}),
                      *request.gather));
  ShowOptions colored = options;
  if (!colored.color) colored.color = render::ColorBy::kTile;
  TILEGLOT_TRY_STATUS(paint(drawing.picture, shown, request, colored));
  render::label_shifts(drawing.picture.panels);
  if (colored.color == render::ColorBy::kTile)
    drawing.picture.legend_title.replace(0, std::string_view("tile").size(), "shift");
  drawing.picture.facts.push_back(fmt::format("gather {} of indices, {}; sN is shift N of {}",
                                              *request.gather,
                                              first_fastest ? "first mode fastest" : "row-major",
                                              bridge::print(bridge::AnyLayout(shifts))));
  return std::move(drawing);
}

}  // namespace tileglot::api
