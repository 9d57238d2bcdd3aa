// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/all.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/convert/proof.h"
#include "tileglot/api/convert/reading.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/value/text/ansi_style.h"
#include "tileglot/value/text/ascii.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

/// The column where texts begin.
constexpr std::size_t kTextColumn = 14;
/// In a file, texts up to this width widen the column before the exactness; longer ones overflow
/// it.
constexpr std::size_t kWidestInFile = 64;
constexpr std::size_t kNarrowest = 60;

enum class Mark : std::uint8_t { kExact, kUnproved, kView, kImpossible };

struct Row {
  std::string_view target;
  Mark mark = Mark::kImpossible;
  std::string text = {};   ///< the layout, or why there is none
  std::string exact = {};  ///< in what sense it is exact
  std::string doubt = {};  ///< why it is not proved
};

std::string_view sign_of(Mark mark) {
  switch (mark) {
    case Mark::kExact: return "✓";
    case Mark::kUnproved: return "?";
    case Mark::kView: return "◐";
    case Mark::kImpossible: break;
  }
  return "✗";
}

std::string in_color(Mark mark, std::string_view text, const value::AnsiStyle& style) {
  if (mark == Mark::kExact) return style.good(text);
  return mark == Mark::kImpossible ? style.bad(text) : style.doubtful(text);
}

/// One line: what is wrong, what proves it, and, for a layout without strides, how to get a view.
std::string refusal_text(const core::Error& error) {
  std::string text = error->message;
  if (!error->witness.empty()) text += "; " + error->witness;
  if (error->code == "bridge.not_strided") text += "; " + error->help;
  return text;
}

/// The view of an array that has no strides of its own.
std::optional<notation::strided::StridedArray> view_in(const Source& source,
                                                       const core::Error& error) {
  if (error->code != "bridge.not_strided") return std::nullopt;
  const auto map = memory_of(source);
  return map ? bridge::view_of(*map) : std::nullopt;
}

std::string view_text(const notation::strided::StridedArray& view) {
  return fmt::format("{}-D view, {}", view.strides.size(), notation::strided::print(view));
}

Row written_row(const Source& source, std::string_view target, const std::string& text) {
  const std::string exact = source.padded ? "exact on the padded domain" : "exact";
  if (target == "map") return {target, Mark::kExact, text, exact};
  if (auto proved = prove(source, target, text); !proved) {
    return {target, Mark::kUnproved, text, "not proved", proved.error()->message};
  }
  return {target, Mark::kExact, text, exact};
}

Row refused_row(const Source& source, std::string_view target, const core::Error& error) {
  if (const auto view = view_in(source, error))
    return {target, Mark::kView, view_text(*view), "as a view"};
  return {target, Mark::kImpossible, refusal_text(error)};
}

/// The widths of the text column and of the whole table.
struct Widths {
  std::size_t text = 0;    ///< the exactness follows it
  std::size_t most = 0;    ///< where a text is wrapped; 0: not at all
  std::size_t reason = 0;  ///< the same for a text without exactness
  std::size_t all = 0;
};

Widths widths_of(const std::vector<Row>& rows, const Terminal& terminal) {
  std::size_t exact = 0;
  for (const Row& row : rows) exact = std::max(exact, value::width_of(row.exact));
  const std::size_t beside = kTextColumn + 2 + exact;
  Widths widths;
  if (terminal.columns > 0) {
    const std::size_t columns = std::max(kNarrowest, static_cast<std::size_t>(terminal.columns));
    widths.most = columns - beside;
    widths.reason = columns - kTextColumn;
  }
  const std::size_t widest = widths.most == 0 ? kWidestInFile : widths.most;
  for (const Row& row : rows) {
    const std::size_t width = value::width_of(row.text);
    if (!row.exact.empty() && (width <= widest || widths.most > 0))
      widths.text = std::max(widths.text, std::min(width, widest));
  }
  widths.all = beside + widths.text;
  return widths;
}

std::string row_text(const Row& row, const Widths& widths, const value::AnsiStyle& style) {
  const bool is_exact = !row.exact.empty();
  const auto lines = value::wrapped(row.text, is_exact ? widths.most : widths.reason);
  std::string text = fmt::format("  {} {}", in_color(row.mark, sign_of(row.mark), style),
                                 value::padded(row.target, kTextColumn - 4));
  text += is_exact ? value::padded(lines.front(), widths.text) : lines.front();
  if (is_exact) text += "  " + in_color(row.mark, row.exact, style);
  text += '\n';
  for (std::size_t i = 1; i < lines.size(); ++i)
    text += std::string(kTextColumn, ' ') + lines[i] + "\n";
  return text;
}

/// Notes of several targets, each once, after the targets it is about.
class Notes {
 public:
  void add(std::string_view target, const std::string& note) {
    if (note.empty()) return;
    const auto same = std::ranges::find(notes_, note, &Note::text);
    if (same == notes_.end()) {
      notes_.push_back({std::string(target), note});
    } else {
      same->targets += fmt::format(", {}", target);
    }
  }

  std::string text() const {
    std::string all;
    for (const Note& note : notes_) all += fmt::format("{}: {}", note.targets, note.text);
    return all;
  }

 private:
  struct Note {
    std::string targets;
    std::string text;
  };
  std::vector<Note> notes_;
};

/// The layout as read.
std::string from_text(const Source& source, const Widths& widths, const value::AnsiStyle& style) {
  const std::string_view name = bridge::name_of(bridge::notation_of(source.layout));
  const auto lines = value::wrapped(bridge::print(source.layout), widths.reason);
  std::string text;
  for (const std::string& line : lines) {
    text += text.empty() ? "  " + style.dim("from") + " " + value::padded(name, kTextColumn - 7)
                         : std::string(kTextColumn, ' ');
    text += line + "\n";
  }
  std::string rule;
  for (std::size_t i = 2; i < widths.all; ++i) rule += "─";
  return text + "  " + style.dim(rule) + "\n";
}

/// Below the table, wrapped to the terminal.
std::string footer(std::string_view text, const Widths& widths) {
  const std::size_t indent = 4;
  const std::size_t width = widths.reason == 0 ? 0 : widths.reason + kTextColumn - indent;
  std::string all;
  for (const std::string& line : value::wrapped(text, width))
    all += std::string(all.empty() ? 2 : indent, ' ') + line + "\n";
  return all;
}

std::string proof_text(const Source& source, const std::vector<Row>& rows, const Widths& widths) {
  std::string text;
  for (const Row& row : rows) {
    if (row.mark != Mark::kUnproved) continue;
    text += footer(fmt::format("not proved: {}: {}", row.target, row.doubt), widths);
  }
  const auto proved = std::ranges::count(rows, Mark::kExact, &Row::mark);
  if (proved < 2) return text;  // the map does not prove itself
  const std::string proof = fmt::format(
      "proof: each {} was read again, and its map equals the source's on all {} "
      "coordinates",
      sign_of(Mark::kExact), source.map.size());
  return text + footer(proof, widths);
}

std::string table_text(const Source& source, std::vector<Row> rows, const Terminal& terminal) {
  const value::AnsiStyle style(terminal);
  std::string before;  // torch and mdspan have no strides if numpy has none
  for (Row& row : rows) {
    if (row.mark != Mark::kImpossible && row.mark != Mark::kView) continue;
    const bool is_same = row.text == before;
    before = row.text;
    if (is_same) row.text = row.mark == Mark::kView ? "the same view" : "for the same reason";
  }
  const std::string own = bridge::print(source.layout);  // already above the table
  std::erase_if(rows, [&](const Row& row) { return row.text == own; });
  const Widths widths = widths_of(rows, terminal);
  std::string text = from_text(source, widths, style);
  for (const Row& row : rows) text += row_text(row, widths, style);
  return text + proof_text(source, rows, widths);
}

void add_result(Json& json, const Row& row) {
  json["exact"] = row.mark == Mark::kExact;
  if (row.mark == Mark::kView) json["view"] = row.text;
  if (!row.doubt.empty()) json["doubt"] = row.doubt;
}

}  // namespace

void add_note(Json& json, std::string note) {
  while (note.ends_with('\n')) note.pop_back();
  std::ranges::replace(note, '\n', ';');
  if (!note.empty()) json["note"] = std::move(note);
}

Answer convert_to_all(const Source& source, const Reading& reading, const Terminal& terminal) {
  Answer answer{.json = {{"to", "all"},
                         {"domain", source.padded ? "padded" : "exact"},
                         {"results", Json::array()}},
                .note = (source.padded ? "on the padded domain\n" : "") + reading.notation_note};
  add_note(answer.json, reading.notation_note);
  Notes notes;
  std::vector<Row> rows;
  for (const std::string_view target : notations()) {
    core::Result<Written> written = write(source, target);
    Json result{{"to", target}};
    if (written) {
      rows.push_back(written_row(source, target, written->text));
      if (target != "cute") written->note += reading.threads_note;
      result["text"] = written->text;
      notes.add(target, written->note);
      add_note(result, written->note);
    } else {
      rows.push_back(refused_row(source, target, written.error()));
      result["error"] = to_json(written.error())["error"];
    }
    add_result(result, rows.back());
    answer.json["results"].push_back(std::move(result));
  }
  answer.text = value::shown_on(terminal, table_text(source, std::move(rows), terminal));
  answer.note += notes.text();
  return answer;
}

}  // namespace tileglot::api
