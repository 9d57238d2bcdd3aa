// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_grids.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/operation_axes.h"
#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/operation_parts.h"
#include "tileglot/api/show/operation_sentences.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/divide.h"

namespace tileglot::api {
namespace {

using calculator::Argument;

class GridMaker {
 public:
  GridMaker(const OperationCall& call, const ShowOperationRequest& request)
      : call_(call), request_(request), parts_(parts_of(call)) {}

  core::Result<OperationGrids> run() {
    made_.join = call_.kind != OperationKind::kOther;
    if (parts_ && parts_->are_numbered())
      made_.part_name = call_.kind == OperationKind::kDivide ? "tile" : "copy";
    if (const auto layout = layout_of_value(call_.value)) read_result(*layout);
    for (std::size_t i = 0; i < call_.operands.size(); ++i) add_operand(i);
    if (made_.result) add_result();
    if (call_.kind == OperationKind::kComplement) add_both();
    if (made_.grids.empty()) return core::fail(nothing_to_draw(call_));
    for (std::string& sentence : sentences_of(call_, request_, made_))
      made_.sentences.push_back(std::move(sentence));
    return std::move(made_);
  }

 private:
  /// Nothing, and a sentence, if it cannot be drawn.
  std::optional<ShownLayout> shown(const bridge::AnyLayout& layout) {
    ShowRequest as_written{.dtype = request_.dtype};
    as_written.notation = std::string(bridge::name_of(bridge::notation_of(layout)));
    const std::string text = bridge::print(layout);
    auto read = read_shown_layout(text, as_written, false);
    if (read) return *std::move(read);
    made_.sentences.push_back(fmt::format("{} is not drawn: {}", text, read.error()->message));
    return std::nullopt;
  }

  std::string titled(std::size_t i, const std::string& text) const {
    const bool is_named = i < request_.names.size() && !request_.names[i].empty();
    return is_named ? fmt::format("{} = {}", request_.names[i], text) : text;
  }

  void read_result(const bridge::AnyLayout& layout) {
    made_.result = shown(layout);
    if (made_.result) result_map_ = made_.result->map;
  }

  void add_operand(std::size_t i) {
    const CallOperand& operand = call_.operands[i];
    if (!operand.layout) {
      if (i == 1) add_tile();
      return;
    }
    auto layout = shown(*operand.layout);
    if (!layout) return;
    OperationGrid grid{.shown = *std::move(layout), .tensor = fmt::format("operand {}", i + 1)};
    grid.title = titled(i, grid.shown.text);
    if (i == 0) join_first(grid);
    if (i == 1) join_second(grid);
    made_.grids.push_back(std::move(grid));
  }

  void join_first(OperationGrid& grid) const {
    if (has_parts()) grid.part = [parts = parts_](const auto& x) { return parts->of_first(x); };
  }

  bool has_parts() const { return !made_.part_name.empty(); }

  /// A layout as the second operand: its cell number i is the element i of the first tile, the copy
  /// i, or the element i of a composition.
  void join_second(OperationGrid& grid) const {
    const std::vector<map::Dim> domain = grid.shown.map.domain();
    if (call_.kind == OperationKind::kComposition) return join_composed(grid);
    if (call_.kind != OperationKind::kDivide && call_.kind != OperationKind::kProduct) return;
    const bool is_copies = call_.kind == OperationKind::kProduct;
    const auto zipped = map_by(is_copies ? "zipped_product" : "zipped_divide");
    if (!zipped || zipped->rank() != 2) return;
    if (zipped->extent(is_copies ? 1 : 0) != grid.shown.map.size()) return;
    grid.joins = [domain, zipped, is_copies](const map::Coordinate& x) {
      const std::int64_t i = index_in(domain, x);
      return std::optional((*zipped)(is_copies ? map::Coordinate{0, i} : map::Coordinate{i, 0}));
    };
    if (!has_parts()) return;
    grid.part = [domain, is_copies](const map::Coordinate& x) {
      return std::optional(is_copies ? index_in(domain, x) : 0);
    };
  }

  void join_composed(OperationGrid& grid) const {
    if (!result_map_ || result_map_->size() != grid.shown.map.size()) return;
    grid.joins = [domain = grid.shown.map.domain(), map = *result_map_](const map::Coordinate& x) {
      return std::optional(map(coordinate_in(map.domain(), index_in(domain, x))));
    };
  }

  std::optional<map::IndexMap> map_by(std::string_view operation) const {
    const auto layout = layout_by(operation, {call_.operands[0].given, call_.operands[1].given});
    if (!layout) return std::nullopt;
    auto map = bridge::to_map(*layout);
    return map ? std::optional(*std::move(map)) : std::nullopt;
  }

  /// A tiler that is not a layout: the elements of the first tile, or where the copies begin.
  void add_tile() {
    const bool is_tiled = call_.kind == OperationKind::kDivide ||
                          call_.kind == OperationKind::kProduct ||
                          call_.kind == OperationKind::kComposition;
    if (!is_tiled || !call_.operands[0].layout) return;
    const std::string text = call_.operands[1].given.text();
    const auto layout = tile_layout();
    auto read = layout ? shown(*layout) : std::nullopt;
    if (!read) {
      made_.sentences.push_back(fmt::format("the tiler {} is not drawn", text));
      return;
    }
    OperationGrid grid{.shown = *std::move(read), .tensor = "operand 2"};
    grid.title = titled(1, text);
    place_tile(grid);
    made_.grids.push_back(std::move(grid));
  }

  std::optional<bridge::AnyLayout> tile_layout() const {
    if (call_.kind == OperationKind::kComposition) return layout_of_value(call_.value);
    const bool is_copies = call_.kind == OperationKind::kProduct;
    const auto zipped = layout_by(is_copies ? "zipped_product" : "zipped_divide",
                                  {call_.operands[0].given, call_.operands[1].given});
    const auto tiler = tiler_of_call(call_);
    if (!zipped || !tiler || notation::cute::keeps_all(*tiler)) return std::nullopt;
    return layout_by("layout",
                     {Argument(std::string(is_copies ? "1" : "0")), argument_of(*zipped)});
  }

  void place_tile(OperationGrid& grid) const {
    const std::vector<map::Dim> domain = grid.shown.map.domain();
    const auto number = [domain](const map::Coordinate& x) { return index_in(domain, x); };
    if (call_.kind == OperationKind::kProduct) {
      if (has_parts()) grid.part = number;
      return;
    }
    if (!parts_) return;
    grid.is_labelled_by_place = true;
    if (call_.kind == OperationKind::kComposition) {
      grid.place = [parts = parts_](const auto& x) { return parts->place_of_result(x); };
    } else if (has_parts()) {
      grid.part = [](const map::Coordinate&) { return std::optional<std::int64_t>(0); };
      grid.place = [parts = parts_, number](const auto& x) {
        return parts->place_in(0, number(x));
      };
    }
  }

  void add_result() {
    OperationGrid grid{.shown = *made_.result, .tensor = "result"};
    grid.title = fmt::format("{} = {}", call_.name, calculated_text());
    grid.axes = axes_of(call_, grid.shown.map.domain());
    if (has_parts()) grid.part = part_of_result(grid);
    if (parts_ && parts_->have_places())
      grid.place = [parts = parts_](const auto& x) { return parts->place_of_result(x); };
    if (call_.kind == OperationKind::kInverse) {
      // The inverse at i is the index of the element whose offset is i.
      grid.joins = [domain = grid.shown.map.domain()](const map::Coordinate& x) {
        return std::optional(index_in(domain, x));
      };
    }
    shift(grid);
    made_.grids.push_back(std::move(grid));
  }

  /// By the coordinate where rows and columns tell it, also where copies share an offset.
  NumberOfCell part_of_result(const OperationGrid& grid) const {
    if (!grid.axes) return [parts = parts_](const auto& x) { return parts->of_result(x); };
    const std::vector<map::Dim>& domain = grid.shown.map.domain();
    const auto rows = static_cast<std::ptrdiff_t>(grid.axes->rows);
    const std::vector<map::Dim> columns(domain.begin() + rows, domain.end());
    return [columns, rows](const map::Coordinate& x) {
      return std::optional(index_in(columns, map::Coordinate(x.begin() + rows, x.end())));
    };
  }

  /// The layout, and where it begins.
  std::string calculated_text() const {
    const bool is_part = std::holds_alternative<calculator::LayoutAtOffset>(call_.value);
    return is_part ? calculator::print_value(call_.value, calculator::Spelling::kCanonical)
                   : made_.result->text;
  }

  /// A part of a layout has the offsets of the whole.
  void shift(OperationGrid& grid) const {
    const auto* part = std::get_if<calculator::LayoutAtOffset>(&call_.value);
    if (part == nullptr || !part->offset.is_scalar) return;
    grid.joins = [map = *result_map_, first = part->offset.values[0]](const map::Coordinate& x) {
      return core::checked_add(map(x), first);
    };
  }

  void add_both() {
    const auto both = parts_ ? layout_with_complement(call_) : std::nullopt;
    auto read = both ? shown(*both) : std::nullopt;
    if (!read || !has_parts()) return;
    OperationGrid grid{.shown = *std::move(read), .tensor = "both"};
    grid.title = "(layout, complement) = " + grid.shown.text;
    grid.axes = GridAxes{.of_rows = "in the layout", .of_columns = "which copy"};
    grid.part = [](const map::Coordinate& x) { return std::optional(x[1]); };
    made_.grids.push_back(std::move(grid));
  }

  const OperationCall& call_;
  const ShowOperationRequest& request_;
  std::shared_ptr<const OperationParts> parts_;
  std::optional<map::IndexMap> result_map_ = {};
  OperationGrids made_ = {};
};

}  // namespace

core::Result<OperationGrids> grids_of(const OperationCall& call,
                                      const ShowOperationRequest& request) {
  return GridMaker(call, request).run();
}

}  // namespace tileglot::api
