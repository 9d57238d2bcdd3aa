// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/picture_json.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;
constexpr std::int64_t kLargestExact = (std::int64_t{1} << 53) - 1;
constexpr int kFirstRampStep = 8;

int shade_number(const Shade& shade) {
  if (shade.kind == Shade::Kind::kNone) return -1;
  return shade.kind == Shade::Kind::kBucket ? shade.value : kFirstRampStep + shade.value;
}

Json shade_json(const Shade& shade) { return shade_number(shade); }

/// {"all": value} if every cell has the same.
template <class ValueOf>
Json column(const std::vector<Cell>& cells, ValueOf value_of) {
  Json list = Json::array();
  bool is_constant = true;
  for (const Cell& cell : cells) {
    list.push_back(value_of(cell));
    is_constant = is_constant && list.back() == list.front();
  }
  if (!list.empty() && is_constant) return {{"all", list.front()}};
  return list;
}

/// value = base + row * by_row + column * by_column
struct Even {
  std::int64_t base = 0;
  std::int64_t by_row = 0;
  std::int64_t by_column = 0;
};

bool is_exact(std::int64_t value) { return value >= -kLargestExact && value <= kLargestExact; }

/// Nothing if the values do not follow rows and columns evenly, if a cell has none, or if one is so
/// large that a page could not add the steps.
template <class ValueOf>
std::optional<Even> even(const Panel& panel, ValueOf value_of) {
  const std::size_t columns = panel.columns.count();
  if (panel.cells.empty()) return {};
  for (const Cell& cell : panel.cells) {
    const std::optional<std::int64_t> value = value_of(cell);
    if (!value || !is_exact(*value)) return {};
  }
  const auto at = [&](std::size_t place) { return *value_of(panel.cells[place]); };
  Even found{.base = at(0)};
  if (columns > 1) found.by_column = at(1) - found.base;
  if (panel.cells.size() > columns) found.by_row = at(columns) - found.base;
  for (std::size_t place = 1; place < panel.cells.size(); ++place) {
    const bool begins_row = place % columns == 0;
    const std::int64_t before = at(begins_row ? place - columns : place - 1);
    if (at(place) - before != (begins_row ? found.by_row : found.by_column)) return {};
  }
  return found;
}

Json offsets_json(const Panel& panel) {
  const auto offset_of = [](const Cell& cell) { return cell.offset; };
  if (const auto found = even(panel, offset_of))
    return {{"base", found->base}, {"row", found->by_row}, {"column", found->by_column}};
  return column(panel.cells,
                [](const Cell& cell) { return cell.offset ? exact_number(*cell.offset) : Json(); });
}

Json coordinate_json(const map::Coordinate& coordinate) {
  if (coordinate.empty()) return nullptr;
  Json list = Json::array();
  for (const std::int64_t value : coordinate) list.push_back(exact_number(value));
  return list;
}

/// Evenly in each dimension, or a list.
Json coordinates_json(const Panel& panel) {
  const std::size_t rank = panel.cells.empty() ? 0 : panel.cells.front().coordinate.size();
  const bool has_all = rank > 0 && std::ranges::all_of(panel.cells, [&](const Cell& cell) {
                         return cell.coordinate.size() == rank;
                       });
  Json json{{"base", Json::array()}, {"row", Json::array()}, {"column", Json::array()}};
  bool is_even = has_all;
  for (std::size_t dim = 0; is_even && dim < rank; ++dim) {
    const auto found =
        even(panel, [&](const Cell& cell) { return std::optional(cell.coordinate[dim]); });
    is_even = found.has_value();
    if (!found) break;
    json["base"].push_back(found->base);
    json["row"].push_back(found->by_row);
    json["column"].push_back(found->by_column);
  }
  if (is_even) return json;
  Json list = Json::array();
  for (const Cell& cell : panel.cells) list.push_back(coordinate_json(cell.coordinate));
  return list;
}

Json kinds_json(const std::vector<Cell>& cells) {
  Json runs = Json::array();
  for (auto begin = cells.begin(); begin != cells.end();) {
    const auto end = std::find_if(begin, cells.end(),
                                  [&](const Cell& cell) { return cell.kind != begin->kind; });
    runs.push_back({name_of(begin->kind), end - begin});
    begin = end;
  }
  return runs;
}

Json labels_json(const std::vector<Cell>& cells) {
  const bool are_offsets = std::ranges::all_of(cells, [](const Cell& cell) {
    return cell.label == (cell.offset ? std::to_string(*cell.offset) : std::string());
  });
  if (are_offsets) return {{"from", "offset"}};
  return column(cells, [](const Cell& cell) { return valid_text(cell.label); });
}

Json owners_json(const std::vector<Cell>& cells) {
  Json json{{"count", column(cells, [](const Cell& cell) { return cell.thread_values.size(); })}};
  using Member = std::pair<const char*, std::int64_t ThreadValue::*>;
  constexpr std::array<Member, 5> kMembers{{{"register", &ThreadValue::reg},
                                            {"lane", &ThreadValue::lane},
                                            {"warp", &ThreadValue::warp},
                                            {"block", &ThreadValue::block},
                                            {"thread", &ThreadValue::thread}}};
  for (const auto& [name, member] : kMembers) {
    Json& list = json[name] = Json::array();
    for (const Cell& cell : cells) {
      for (const ThreadValue& owner : cell.thread_values) list.push_back(owner.*member);
    }
  }
  return json;
}

Json cells_json(const Panel& panel) {
  const std::vector<Cell>& cells = panel.cells;
  const auto any = [&](auto has) { return std::ranges::any_of(cells, has); };
  Json json{{"kind", kinds_json(cells)}};
  if (any([](const Cell& cell) { return !cell.coordinate.empty(); }))
    json["coordinate"] = coordinates_json(panel);
  if (any([](const Cell& cell) { return cell.offset.has_value(); }))
    json["offset"] = offsets_json(panel);
  json["tile"] = column(cells, [](const Cell& cell) { return exact_number(cell.tile); });
  if (any([](const Cell& cell) { return cell.shade.kind != Shade::Kind::kNone; }))
    json["shade"] = column(cells, [](const Cell& cell) { return shade_number(cell.shade); });
  if (any([](const Cell& cell) { return !cell.label.empty(); })) json["label"] = labels_json(cells);
  if (any([](const Cell& cell) { return !cell.thread_values.empty(); }))
    json["owners"] = owners_json(cells);
  return json;
}

/// Nothing if the text is not how the number is printed.
std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || std::to_string(value) != text || !is_exact(value)) return {};
  return value;
}

/// Numbers in equal steps, or texts.
Json headers_json(const std::vector<std::string>& headers) {
  Json texts = Json::array();
  for (const std::string& header : headers) texts.push_back(valid_text(header));
  const auto first = headers.size() > 2 ? number_of(headers[0]) : std::nullopt;
  const auto second = first ? number_of(headers[1]) : std::nullopt;
  if (!second) return texts;
  for (std::size_t i = 1; i < headers.size(); ++i) {
    const auto before = number_of(headers[i - 1]);
    const auto value = number_of(headers[i]);
    if (!before || !value || *value - *before != *second - *first) return texts;
  }
  return {{"from", *first}, {"step", *second - *first}, {"count", headers.size()}};
}

Json axis_json(const Axis& axis) {
  Json json = Json::object();
  detail::put_text(json, "name", axis.name);
  json["headers"] = headers_json(axis.headers);
  for (const Border& border : axis.borders)
    json["borders"].push_back({border.before, border.level});
  return json;
}

Json panel_json(const Panel& panel) {
  Json json = Json::object();
  detail::put_text(json, "title", panel.title);
  detail::put_text(json, "tensor", panel.tensor);
  json["panel_row"] = panel.panel_row;
  json["panel_column"] = panel.panel_column;
  json["rows"] = axis_json(panel.rows);
  json["columns"] = axis_json(panel.columns);
  json["cells"] = cells_json(panel);
  return json;
}

}  // namespace

nlohmann::ordered_json exact_number(std::int64_t value) {
  return is_exact(value) ? Json(value) : Json(std::to_string(value));
}

nlohmann::ordered_json to_columns(const Picture& picture) {
  return detail::picture_json(picture, kVersion, {panel_json, shade_json});
}

}  // namespace tileglot::render
