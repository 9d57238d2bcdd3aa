// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/cell.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {
namespace {

/// Null outside the picture.
const render::Cell* cell_at(const render::Picture& picture, const CellPlace& place) {
  if (place.panel < 0 || place.panel >= std::ssize(picture.panels)) return nullptr;
  const render::Panel& panel = picture.panels[static_cast<std::size_t>(place.panel)];
  const auto rows = static_cast<std::int64_t>(panel.rows.count());
  const auto columns = static_cast<std::int64_t>(panel.columns.count());
  if (place.row < 0 || place.row >= rows || place.column < 0 || place.column >= columns)
    return nullptr;
  return &panel.at(static_cast<std::size_t>(place.row), static_cast<std::size_t>(place.column));
}

}  // namespace

std::string binary_text(std::int64_t value) {
  const std::uint64_t size =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const std::string digits = fmt::format("{:b}", size);
  std::string text = value < 0 ? "-0b" : "0b";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 4 == 0) text += '_';
    text += digits[i];
  }
  return text;
}

Reply cell(const DrawnPicture& drawn, const CellPlace& place) {
  const render::Cell* found = cell_at(drawn.picture, place);
  if (found == nullptr) {
    return core::fail({.code = "show.cell",
                       .message = fmt::format("panel {} has no cell at row {}, column {}",
                                              place.panel, place.row, place.column),
                       .help = "ask for a cell of the picture as it is drawn"});
  }
  Answer answer{.text = found->title + "\n",
                .json = {{"title", found->title}, {"facts", Json::array()}}};
  if (found->offset) {
    answer.json["facts"].push_back(
        fmt::format("offset {} = {}", *found->offset, binary_text(*found->offset)));
  }
  if (found->kind != render::CellKind::kData)
    answer.json["facts"].push_back(render::meaning_of(found->kind));
  return answer;
}

}  // namespace tileglot::api
