// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/source_place.h"
#include "tileglot/value/text/ascii.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

/// Entries that the text lists of each kind; JSON lists all.
constexpr std::size_t kMostListed = 10;
/// Arrays that are named in one entry.
constexpr std::size_t kMostNamed = 3;
/// Columns of the amounts at the begin of entries.
constexpr std::size_t kAmount = 12;
constexpr std::size_t kIndent = kAmount + 2;

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && (amount >= 1024 || amount <= -1024); ++unit) amount /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.2f} {}", amount, kUnits[unit]);
}

std::string change_text(std::int64_t change, const std::string& text) {
  return change > 0 ? "+" + text : text;
}

std::string bytes_change(std::int64_t change) { return change_text(change, bytes_text(change)); }

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", value::grouped(count), count == 1 ? one : many);
}

/// Lines that end before the terminal's last column.
class Lines {
 public:
  explicit Lines(const Terminal& terminal)
      : width_(terminal.columns > 0 ? static_cast<std::size_t>(terminal.columns) : 0) {}

  void plain(std::string_view text) { indented(0, text); }
  /// A line of a table, which is not wrapped.
  void whole(std::string line) { add(std::move(line)); }

  /// The lines after the first are indented by two more.
  void indented(std::size_t indent, std::string_view text) {
    const std::string first(indent, ' ');
    const std::size_t rest = indent + 2;
    const bool is_limited = width_ > rest + kLeast;
    const auto lines = value::wrapped(text, is_limited ? width_ - rest : 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      add(i == 0 ? first + lines[i] : std::string(rest, ' ') + lines[i]);
    }
  }

  /// The amount, right-aligned, and text beside it.
  void entry(const std::string& amount, std::string_view text) {
    const bool is_limited = width_ > kIndent + kLeast;
    const auto lines = value::wrapped(text, is_limited ? width_ - kIndent : 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      add(value::right_aligned(i == 0 ? amount : "", kAmount) + "  " + lines[i]);
    }
  }

  void detail(std::string_view text) { entry("", text); }

  void place(const hlo::SourcePlace& place) {
    if (place.is_known()) detail("from " + hlo::text_of(place));
  }

  std::string text() const { return text_; }

 private:
  /// Text narrower than this is not wrapped.
  static constexpr std::size_t kLeast = 20;

  void add(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
  }

  std::size_t width_;
  std::string text_ = {};
};

/// The figures of the table's columns, and the change from the last but one to the last.
class Table {
 public:
  Table(Lines& lines, std::vector<const LayoutFigures*> columns)
      : lines_(lines), columns_(std::move(columns)) {}

  void head(const std::vector<std::string_view>& titles) {
    std::string line = fmt::format("  {:<30}", "");
    for (const std::string_view title : titles) line += fmt::format("{:>11}", title);
    lines_.whole(line);
  }

  template <class Figure>
  void counts(std::string_view title, const Figure& figure) {
    row(title, figure, [](std::int64_t n) { return value::grouped(n); });
  }

  template <class Figure>
  void bytes(std::string_view title, const Figure& figure) {
    row(title, figure, bytes_text);
  }

 private:
  template <class Figure, class Print>
  void row(std::string_view title, const Figure& figure, const Print& print) {
    std::string line = fmt::format("  {:<30}", title);
    for (const LayoutFigures* column : columns_) {
      line += fmt::format("{:>11}", print(figure(*column)));
    }
    const std::int64_t change = figure(*columns_.back()) - figure(*columns_[columns_.size() - 2]);
    lines_.whole(line + fmt::format("{:>11}", change_text(change, print(change))));
  }

  Lines& lines_;
  std::vector<const LayoutFigures*> columns_;
};

void tell_figures(Lines& lines, const LayoutReport& report) {
  std::vector<const LayoutFigures*> columns{&report.before, &report.xla};
  if (report.optimal) columns.push_back(&*report.optimal);
  Table table(lines, columns);
  if (report.optimal) {
    table.head({"before", "XLA", "optimal", "change"});
  } else {
    table.head({"before", "after", "change"});
  }
  table.counts("copies between layouts", [](const LayoutFigures& f) { return f.copies.count; });
  table.bytes("  bytes read and written", [](const LayoutFigures& f) { return f.copies.bytes; });
  table.counts("transposes, reshapes that move",
               [](const LayoutFigures& f) { return f.operations.count; });
  table.bytes("  bytes read and written",
              [](const LayoutFigures& f) { return f.operations.bytes; });
  table.bytes("bytes moved, together", [](const LayoutFigures& f) { return f.moved_bytes(); });
  table.bytes("bytes of padding", [](const LayoutFigures& f) { return f.padded_bytes; });
  const bool has_penalties =
      std::ranges::any_of(columns, [](const LayoutFigures* f) { return f->penalties.count > 0; });
  if (!has_penalties) return;
  table.counts("reductions that may read twice",
               [](const LayoutFigures& f) { return f.penalties.count; });
  table.bytes("  bytes, not counted above",
              [](const LayoutFigures& f) { return f.penalties.bytes; });
}

void tell_lines(Lines& lines, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.plain(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void tell_rest(Lines& lines, std::size_t count, std::int64_t bytes) {
  if (count == 0) return;
  lines.entry(bytes_text(bytes),
              fmt::format("in {}, which --json lists",
                          counted(static_cast<std::int64_t>(count), "more entry", "more entries")));
}

template <class T, class Bytes>
std::int64_t bytes_after(const std::vector<T>& all, const Bytes& bytes) {
  std::int64_t sum = 0;
  for (std::size_t i = kMostListed; i < all.size(); ++i) {
    sum = core::saturating_add(sum, bytes(all[i]));
  }
  return sum;
}

std::size_t count_after(std::size_t size) { return size > kMostListed ? size - kMostListed : 0; }

std::string copies_text(std::int64_t copies, std::int64_t bytes) {
  if (bytes == 0) return "nothing";
  const std::string moved = bytes_text(bytes);
  if (copies == 0) return moved;
  return fmt::format("{} in {}", moved, counted(copies, "copy", "copies"));
}

void tell_saving(Lines& lines, const MovedLess& one) {
  const std::string layouts =
      one.before == one.after ? one.before : fmt::format("{} -> {}", one.before, one.after);
  lines.entry(bytes_change(one.after_bytes - one.before_bytes),
              fmt::format("{} {} {}", one.what, one.shape, layouts));
  lines.detail(fmt::format("XLA moves {}, here {}",
                           copies_text(one.before_copies, one.before_bytes),
                           copies_text(one.after_copies, one.after_bytes)));
  if (!one.readers.empty()) {
    const bool is_saved = one.after_bytes < one.before_bytes;
    const std::int64_t all = is_saved ? one.before_copies : one.after_copies;
    const std::int64_t more = all - static_cast<std::int64_t>(one.readers.size());
    lines.detail(fmt::format("{} for {}{}", is_saved ? "XLA's copies were" : "copied",
                             fmt::join(one.readers, ", "),
                             more > 0 ? fmt::format(" and {} more", more) : std::string()));
  }
  lines.place(one.place);
}

void tell_savings(Lines& lines, const LayoutReport& report) {
  if (report.savings.empty()) return;
  lines.plain("decisions, by what they save against XLA's layouts");
  // The largest savings, and the largest costs, which are last.
  const auto& all = report.savings;
  const std::size_t begin = std::min(all.size(), kMostListed);
  const std::size_t end = std::max(begin, all.size() - std::min<std::size_t>(all.size(), 3));
  std::int64_t between = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_cost = all[i].after_bytes > all[i].before_bytes;
    if (i < begin || (i >= end && is_cost)) {
      tell_saving(lines, all[i]);
    } else {
      between += all[i].after_bytes - all[i].before_bytes;
    }
  }
  if (between != 0) lines.entry(bytes_change(between), "in other arrays, which --json lists");
}

/// "%copy of parameter 0 (%p), f32[4,6] {1,0} -> {0,1}, 4 B contiguous"
std::string copies_title(const KeptCopies& kept) {
  std::string text = kept.count == 1 ? "" : value::grouped(kept.count) + " copies, such as ";
  text +=
      fmt::format("{} of {}, {} {} -> {}", kept.copy, kept.value, kept.shape, kept.from, kept.to);
  if (kept.run_bytes) text += fmt::format(", {} contiguous", bytes_text(*kept.run_bytes));
  return text;
}

void tell_kept(Lines& lines, const LayoutReport& report, const KeptCopies& kept) {
  lines.entry(bytes_text(kept.bytes), copies_title(kept));
  lines.detail(fmt::format("{} reads it as {}: {}", kept.reader, kept.to, kept.read_reason));
  lines.place(kept.reader_place);
  lines.detail(fmt::format("it is made as {}: {}", kept.from, kept.made_reason));
  lines.place(kept.value_place);
  if (!kept.loop.empty()) {
    lines.detail(fmt::format("{}, each moves {}", kept.loop, bytes_text(kept.bytes_once)));
  }
  if (report.entry.changes.empty()) return;
  if (kept.gone_if_declared == kept.bytes) {
    lines.detail("not needed with the layouts to declare below");
  } else if (kept.gone_if_declared > 0) {
    lines.detail(fmt::format("{} of it not needed with the layouts to declare below",
                             bytes_text(kept.gone_if_declared)));
  } else {
    lines.detail("stays with the layouts to declare below");
  }
}

void tell_kept(Lines& lines, const LayoutReport& report) {
  if (report.kept.empty()) {
    lines.plain("no copies inserted");
    return;
  }
  lines.plain("copies inserted, by what they move, with an example of each cause");
  for (const KeptCopies& kept :
       std::span(report.kept).first(std::min(report.kept.size(), kMostListed))) {
    tell_kept(lines, report, kept);
  }
  tell_rest(lines, count_after(report.kept.size()),
            bytes_after(report.kept, [](const KeptCopies& kept) { return kept.bytes; }));
}

void tell_operations(Lines& lines, const LayoutReport& report) {
  if (report.operations.empty()) return;
  lines.plain("operations of the program that move");
  for (const MovingOperation& one :
       std::span(report.operations).first(std::min(report.operations.size(), kMostListed))) {
    lines.entry(bytes_text(one.bytes),
                fmt::format("{} {} {} -> {}", one.name, one.opcode, one.from, one.to));
    if (!one.loop.empty()) lines.detail(one.loop);
    lines.place(one.place);
  }
  tell_rest(lines, count_after(report.operations.size()),
            bytes_after(report.operations, [](const MovingOperation& one) { return one.bytes; }));
}

std::string named(const std::vector<std::string>& arrays) {
  const std::size_t count = std::min(arrays.size(), kMostNamed);
  const std::string text = fmt::format("{}", fmt::join(std::span(arrays).first(count), ", "));
  if (count == arrays.size()) return text;
  return fmt::format("{} and {} more", text, arrays.size() - count);
}

void tell_change(Lines& lines, const EntryChange& change, std::int64_t now) {
  lines.entry(change.moved_bytes ? bytes_change(*change.moved_bytes - now) : std::string("?"),
              fmt::format("declare {}, {}, as {} ({} now)", named(change.arrays), change.shape,
                          change.to, change.from));
}

void tell_changes(Lines& lines, const EntryAdvice& entry, std::int64_t now) {
  lines.plain("what to change: declare other layouts in entry_computation_layout");
  for (const EntryChange& change :
       std::span(entry.changes).first(std::min(entry.changes.size(), kMostListed))) {
    tell_change(lines, change, now);
  }
  if (entry.changes.size() > kMostListed) {
    lines.detail(
        fmt::format("and {} more, which --json lists", entry.changes.size() - kMostListed));
  }
  lines.indented(2, fmt::format("the amounts are of each line alone; declared together, {} move "
                                "instead of {}",
                                bytes_text(entry.declared_bytes), bytes_text(now)));
}

void tell_entry(Lines& lines, const LayoutReport& report) {
  const EntryAdvice& entry = report.entry;
  const std::int64_t now = report.now().moved_bytes();
  if (entry.changes.empty()) {
    const std::string open = entry.is_open ? "all of them are open (AUTO)"
                                           : fmt::format("with all of them open (AUTO), {} move",
                                                         bytes_text(entry.open_bytes));
    lines.plain(now == 0 ? "what to change: nothing, since nothing moves"
                         : "what to change: no other entry layout that was tried saves anything; " +
                               open);
    return;
  }
  tell_changes(lines, entry, now);
  if (entry.is_open) return;
  lines.indented(
      2, fmt::format("with all entry layouts open (AUTO), {} move", bytes_text(entry.open_bytes)));
}

Json figures_json(const LayoutFigures& figures) {
  const auto both = [](const CountAndBytes& one) {
    return Json{{"count", one.count}, {"bytes", one.bytes}};
  };
  return {{"copies", both(figures.copies)},
          {"operations", both(figures.operations)},
          {"moved_bytes", figures.moved_bytes()},
          {"padded_bytes", figures.padded_bytes},
          {"penalties", both(figures.penalties)}};
}

void add_place(Json& json, std::string_view key, const hlo::SourcePlace& place) {
  json[std::string(key)] = place.is_known() ? Json(hlo::text_of(place)) : Json();
}

Json saving_json(const MovedLess& one) {
  Json json{{"array", one.what},
            {"shape", one.shape},
            {"xla_layout", one.before},
            {"layout", one.after},
            {"xla_bytes", one.before_bytes},
            {"bytes", one.after_bytes},
            {"xla_copies", one.before_copies},
            {"copies", one.after_copies},
            {"readers", one.readers}};
  add_place(json, "source", one.place);
  return json;
}

Json kept_json(const KeptCopies& kept) {
  Json json{{"count", kept.count},
            {"bytes", kept.bytes},
            {"bytes_once", kept.bytes_once},
            {"shape", kept.shape},
            {"from", kept.from},
            {"to", kept.to},
            {"run", kept.run_bytes ? Json(*kept.run_bytes) : Json()},
            {"example", kept.copy},
            {"value", kept.value},
            {"reader", kept.reader},
            {"read_because", kept.read_reason},
            {"made_because", kept.made_reason},
            {"loop", kept.loop.empty() ? Json() : Json(kept.loop)},
            {"gone_if_declared", kept.gone_if_declared}};
  add_place(json, "value_source", kept.value_place);
  add_place(json, "reader_source", kept.reader_place);
  return json;
}

Json operation_json(const MovingOperation& one) {
  Json json{{"name", one.name}, {"opcode", one.opcode}, {"from", one.from},
            {"to", one.to},     {"bytes", one.bytes},   {"loop", one.loop}};
  add_place(json, "source", one.place);
  return json;
}

Json entry_json(const EntryAdvice& entry) {
  Json changes = Json::array();
  for (const EntryChange& change : entry.changes) {
    changes.push_back({{"arrays", change.arrays},
                       {"shape", change.shape},
                       {"from", change.from},
                       {"to", change.to},
                       {"moved_bytes", change.moved_bytes ? Json(*change.moved_bytes) : Json()}});
  }
  return {{"open", entry.is_open},
          {"open_bytes", entry.open_bytes},
          {"declared_bytes", entry.declared_bytes},
          {"untried", entry.untried},
          {"changes", std::move(changes)}};
}

template <class T, class ToJson>
Json list_json(const std::vector<T>& all, const ToJson& to_json) {
  Json list = Json::array();
  for (const T& one : all) list.push_back(to_json(one));
  return list;
}

}  // namespace

std::string text_of(const LayoutReport& report, const Terminal& terminal) {
  Lines lines(terminal);
  lines.plain(fmt::format("module {} for {}: {} instructions; nothing required {} of {} layouts",
                          report.module, report.target, value::grouped(report.instructions),
                          value::grouped(report.free_layouts), value::grouped(report.layouts)));
  tell_figures(lines, report);
  tell_lines(lines, report.loops);
  for (const std::string& warning : report.warnings) lines.plain(warning);
  for (const std::string& chosen : report.chosen) lines.plain(chosen);
  tell_savings(lines, report);
  tell_kept(lines, report);
  tell_operations(lines, report);
  tell_entry(lines, report);
  return value::shown_on(terminal, lines.text());
}

std::string fitted(std::string_view text, const Terminal& terminal) {
  Lines lines(terminal);
  tell_lines(lines, text);
  return value::shown_on(terminal, lines.text());
}

Json json_of(const LayoutReport& report) {
  return {{"before", figures_json(report.before)},
          {"xla", figures_json(report.xla)},
          {"optimal", report.optimal ? figures_json(*report.optimal) : Json()},
          {"savings", list_json(report.savings, saving_json)},
          {"kept", list_json(report.kept, kept_json)},
          {"operations", list_json(report.operations, operation_json)},
          {"entry", entry_json(report.entry)}};
}

}  // namespace tileglot::api
