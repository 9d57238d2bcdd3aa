// SPDX-License-Identifier: Apache-2.0
// panel_text.h: one panel as lines of text.
//
// What     Measures a panel, then draws it: title, headers of columns, rows, the rows' name below.
// Why      Panels are measured before it is decided which of them are side by side.
// Units    Columns of the terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/detail/cell_text.h"
#include "tileglot/render/text/detail/columns.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {

/// The lines above the cells. Neighbours have the same lines, so that their rows align.
struct PanelHead {
  bool has_title = false;
  bool has_name = false;  ///< of the columns, on its own line
  bool has_headers = false;
};

class PanelText {
 public:
  PanelText(const Panel& panel, const TextStyle& style);

  PanelHead head() const;

  /// The width in one piece, with the name of the columns above.
  std::size_t width() const;

  /// Draws the panel among others. Precondition: there is room for width().
  TextBlock draw(const PanelHead& head) const;

  /// Draws the panel alone, in bands if necessary, with the name of the columns beside their
  /// headers if possible. 0 means no limit.
  TextBlock draw_alone(std::size_t limit) const;

 private:
  std::size_t cells_begin() const { return row_header_width_ == 0 ? 0 : row_header_width_ + 1; }
  std::size_t height_of(std::size_t row) const;
  const std::vector<Words>& words_at(std::size_t row, std::size_t column) const;

  bool is_name_beside(const Band& first, std::size_t limit) const;
  void put_name_beside(TextLine& headers) const;
  TextBlock lines_above(bool is_name_above, std::size_t limit) const;

  TextLine title_line() const;
  TextLine column_name_line() const;
  TextLine header_line(const Band& band) const;
  TextLine border_line(const Band& band, std::uint8_t level) const;
  TextLine spacer_line(const Band& band) const;
  TextLine row_line(std::size_t row, std::size_t line, const Band& band) const;

  void put_vertical(TextLine& text, std::size_t column) const;
  void put_cell(TextLine& text, std::size_t row, std::size_t column, std::size_t line,
                std::size_t width) const;
  void put_rows(TextBlock& block, const Band& band) const;
  void put_row_name(TextBlock& block, std::size_t limit) const;

  const Panel& panel_;
  const TextStyle& style_;
  std::vector<std::vector<Words>> words_;  ///< of the cells, row-major
  std::vector<Words> row_headers_;
  std::vector<Words> column_headers_;
  std::size_t row_header_width_ = 0;
  bool has_high_rows_ = false;  ///< some row has several lines
  std::vector<std::optional<std::uint8_t>> row_borders_;
  TextColumns columns_;
};

}  // namespace tileglot::render
