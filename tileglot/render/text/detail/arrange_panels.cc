// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/arrange_panels.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/detail/panel_text.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {
namespace {

constexpr std::size_t kPanelGap = 4;

/// A row of panels, by panel_column; panels with the same position keep their order.
using PanelRow = std::multimap<std::size_t, PanelText>;
using PanelRows = std::map<std::size_t, PanelRow>;

/// Panels and the text column where each begins.
using Placed = std::vector<std::pair<std::size_t, const PanelText*>>;

PanelRows rows_of(const Picture& picture, const TextStyle& style) {
  PanelRows rows;
  for (const Panel& panel : picture.panels) {
    rows[panel.panel_row].emplace(panel.panel_column, PanelText(panel, style));
  }
  return rows;
}

class Arrangement {
 public:
  Arrangement(const PanelRows& rows, std::size_t indent, std::size_t limit)
      : rows_(rows), indent_(indent), limit_(limit) {}

  TextBlock run() {
    if (has_neighbours() && measure_grid()) {
      for (const auto& [place, row] : rows_) put(in_grid(row));
    } else {
      for (const auto& [place, row] : rows_) put_flowing(row);
    }
    return std::move(block_);
  }

 private:
  bool has_neighbours() const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [](const auto& row) { return row.second.size() > 1; });
  }

  /// Computes where each column of panels begins; false if they do not fit, or two panels claim one
  /// position.
  bool measure_grid() {
    std::map<std::size_t, std::size_t> widths;
    for (const auto& [place, row] : rows_) {
      for (const auto& [column, panel] : row) {
        if (row.count(column) > 1) return false;
        widths[column] = std::max(widths[column], panel.width());
      }
    }
    std::size_t begin = indent_;
    for (const auto& [column, width] : widths) {
      begins_[column] = begin;
      begin += width + kPanelGap;
    }
    return limit_ == 0 || begin - kPanelGap <= limit_;
  }

  Placed in_grid(const PanelRow& row) const {
    Placed placed;
    placed.reserve(row.size());
    for (const auto& [column, panel] : row) placed.emplace_back(begins_.at(column), &panel);
    return placed;
  }

  void put_flowing(const PanelRow& row) {
    Placed placed;
    std::size_t begin = indent_;
    for (const auto& [column, panel] : row) {
      if (!placed.empty() && limit_ > 0 && begin + panel.width() > limit_) {
        put(placed);
        placed.clear();
        begin = indent_;
      }
      placed.emplace_back(begin, &panel);
      begin += panel.width() + kPanelGap;
    }
    put(placed);
  }

  /// Adds a line of panels below the others.
  void put(const Placed& placed) {
    if (!block_.empty()) block_.emplace_back();
    const std::size_t top = block_.size();
    PanelHead head;
    for (const auto& [begin, panel] : placed) {
      const PanelHead own = panel->head();
      head = {head.has_title || own.has_title, head.has_name || own.has_name,
              head.has_headers || own.has_headers};
    }
    for (const auto& [begin, panel] : placed) {
      put_at(
          top, begin,
          placed.size() == 1 && begin == indent_ ? panel->draw_alone(room()) : panel->draw(head));
    }
  }

  std::size_t room() const {
    if (limit_ == 0) return 0;
    return limit_ > indent_ ? limit_ - indent_ : 1;
  }

  void put_at(std::size_t top, std::size_t begin, const TextBlock& panel) {
    block_.resize(std::max(block_.size(), top + panel.size()));
    for (std::size_t i = 0; i < panel.size(); ++i) {
      block_[top + i].skip_to(begin);
      block_[top + i].put(panel[i]);
    }
  }

  const PanelRows& rows_;
  std::size_t indent_;
  std::size_t limit_;
  std::map<std::size_t, std::size_t> begins_;
  TextBlock block_;
};

}  // namespace

TextBlock arrange_panels(const Picture& picture, const TextStyle& style, std::size_t indent,
                         std::size_t limit) {
  const PanelRows rows = rows_of(picture, style);
  return Arrangement(rows, indent, limit).run();
}

}  // namespace tileglot::render
