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
#include "tileglot/api/hlo/report_lines.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
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

/// With at most three digits before the point, so that columns are narrow.
std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::string_view, 7> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  constexpr double kMost = 999.995;  // rounds to 1000.00
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && (amount >= kMost || amount <= -kMost); ++unit) amount /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.2f} {}", amount, kUnits[unit]);
}

std::string change_text(std::int64_t change, const std::string& text) {
  return change > 0 ? "+" + text : text;
}

std::string bytes_change(std::int64_t change) { return change_text(change, bytes_text(change)); }

std::string counted(std::int64_t count, std::string_view noun) {
  return core::counted(count, value::grouped(count), noun);
}

void tell_place(ReportLines& lines, std::string_view title, const hlo::SourcePlace& place) {
  if (place.is_known()) lines.detail(fmt::format("{}: {}", title, hlo::text_of(place)));
}

/// The figures of the table's columns, and the change from the last but one to the last.
class Table {
 public:
  Table(std::vector<const LayoutFigures*> columns, const std::vector<std::string_view>& titles)
      : columns_(std::move(columns)) {
    value::TextRow head{""};
    for (const std::string_view title : titles) head.emplace_back(title);
    rows_.push_back(std::move(head));
  }

  template <class Figure>
  void counts(std::string_view title, const Figure& figure) {
    row(title, figure, [](std::int64_t n) { return value::grouped(n); });
  }

  template <class Figure>
  void bytes(std::string_view title, const Figure& figure) {
    row(title, figure, bytes_text);
  }

  std::string text() const {
    std::vector<value::Align> aligns(columns_.size() + 2, value::Align::kRight);
    aligns.front() = value::Align::kLeft;
    return value::table_of(rows_, aligns);
  }

 private:
  template <class Figure, class Print>
  void row(std::string_view title, const Figure& figure, const Print& print) {
    value::TextRow row{std::string(title)};
    for (const LayoutFigures* column : columns_) row.push_back(print(figure(*column)));
    const std::int64_t change = figure(*columns_.back()) - figure(*columns_[columns_.size() - 2]);
    row.push_back(change_text(change, print(change)));
    rows_.push_back(std::move(row));
  }

  std::vector<const LayoutFigures*> columns_;
  std::vector<value::TextRow> rows_ = {};
};

void tell_figures(ReportLines& lines, const LayoutReport& report) {
  std::vector<const LayoutFigures*> columns{&report.before, &report.xla};
  if (report.optimal) columns.push_back(&*report.optimal);
  Table table(columns, report.optimal
                           ? std::vector<std::string_view>{"before", "XLA", "optimal", "vs XLA"}
                           : std::vector<std::string_view>{"before", "after", "change"});
  table.counts("copies between layouts", [](const LayoutFigures& f) { return f.copies.count; });
  table.bytes("  bytes read and written", [](const LayoutFigures& f) { return f.copies.bytes; });
  table.counts("moving transposes, reshapes",
               [](const LayoutFigures& f) { return f.operations.count; });
  table.bytes("  bytes read and written",
              [](const LayoutFigures& f) { return f.operations.bytes; });
  table.bytes("bytes moved, together", [](const LayoutFigures& f) { return f.moved_bytes(); });
  table.bytes("bytes of padding", [](const LayoutFigures& f) { return f.padded_bytes; });
  const bool has_penalties =
      std::ranges::any_of(columns, [](const LayoutFigures* f) { return f->penalties.count > 0; });
  if (has_penalties) {
    table.counts("reductions that may reread",
                 [](const LayoutFigures& f) { return f.penalties.count; });
    table.bytes("  bytes, not counted above",
                [](const LayoutFigures& f) { return f.penalties.bytes; });
  }
  lines.whole_lines(table.text());
}

void tell_rest(ReportLines& lines, std::size_t count, std::int64_t bytes) {
  if (count == 0) return;
  lines.entry(bytes_text(bytes),
              fmt::format("in {}, which --json lists",
                          counted(static_cast<std::int64_t>(count), "more entry")));
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

/// "9.77 MiB in 1 copy", "3.12 MiB in the transpose", both, or "nothing".
std::string moved_text(const std::string& opcode, std::int64_t bytes, std::int64_t made_bytes,
                       std::int64_t copies) {
  std::string text;
  if (copies > 0) {
    text = fmt::format("{} in {}", bytes_text(bytes - made_bytes), counted(copies, "copy"));
  }
  if (made_bytes > 0) {
    if (!text.empty()) text += " and ";
    text += fmt::format("{} in the {}", bytes_text(made_bytes), opcode);
  }
  return text.empty() ? "nothing" : text;
}

void tell_saving(ReportLines& lines, const MovedLess& one) {
  const std::string layouts =
      one.before == one.after ? one.before : fmt::format("{} -> {}", one.before, one.after);
  lines.entry(bytes_change(one.after_bytes - one.before_bytes),
              fmt::format("{}, {} {}", one.what, one.shape, layouts));
  lines.detail(
      fmt::format("XLA moves {}, optimal {}",
                  moved_text(one.opcode, one.before_bytes, one.before_made, one.before_copies),
                  moved_text(one.opcode, one.after_bytes, one.after_made, one.after_copies)));
  if (!one.readers.empty()) {
    const bool is_saved = one.after_bytes < one.before_bytes;
    const std::int64_t all = is_saved ? one.before_copies : one.after_copies;
    const std::int64_t more = all - static_cast<std::int64_t>(one.readers.size());
    lines.detail(fmt::format("{} for {}{}", is_saved ? "XLA copies it" : "copied",
                             fmt::join(one.readers, ", "),
                             more > 0 ? fmt::format(" and {} more", more) : std::string()));
  }
  tell_place(lines, "source", one.place);
}

void tell_savings(ReportLines& lines, const LayoutReport& report) {
  if (report.savings.empty()) return;
  lines.plain("arrays that move fewer or more bytes than with XLA's layouts");
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

/// "%copy: parameter 0 (%p) {1,0} -> {0,1} for %r (operand 0), f32[4,6], in runs of 4 B"
std::string copies_title(const KeptCopies& kept) {
  std::string text = kept.count == 1 ? "" : value::grouped(kept.count) + " copies, such as ";
  text += fmt::format("{}: {} {} -> {} for {}, {}", kept.copy, kept.value, kept.from, kept.to,
                      kept.reader, kept.shape);
  if (kept.run_bytes) text += fmt::format(", in runs of {}", bytes_text(*kept.run_bytes));
  return text;
}

/// "it moves", "both move", "all 4 move"
std::string all_move_text(std::int64_t count) {
  if (count == 1) return "it moves";
  if (count == 2) return "both move";
  return fmt::format("all {} move", value::grouped(count));
}

/// "in the loop %w, 126 runs; in one run all 4 move 6.50 GiB"
std::string runs_text(const KeptCopies& kept) {
  return fmt::format("{}; in one run {} {}", kept.loop, all_move_text(kept.count),
                     bytes_text(kept.bytes_once));
}

void tell_kept(ReportLines& lines, const LayoutReport& report, const KeptCopies& kept) {
  lines.entry(bytes_text(kept.bytes), copies_title(kept));
  lines.detail(fmt::format("read as {}: {}", kept.to, kept.read_reason));
  tell_place(lines, "source of the reader", kept.reader_place);
  lines.detail(fmt::format("made as {}: {}", kept.from, kept.made_reason));
  tell_place(lines, "source of the array", kept.value_place);
  if (!kept.loop.empty()) lines.detail(runs_text(kept));
  if (kept.gone_if_declared == 0 && kept.is_required) {
    lines.detail("both are mandatory: change one of the two operations to avoid the copy");
    return;
  }
  if (report.entry.changes.empty()) return;
  if (kept.gone_if_declared == kept.bytes) {
    lines.detail("gone once the layouts below are declared");
  } else if (kept.gone_if_declared > 0) {
    lines.detail(fmt::format("{} of it gone once the layouts below are declared",
                             bytes_text(kept.gone_if_declared)));
  } else {
    lines.detail("stays when the layouts below are declared");
  }
}

void tell_kept(ReportLines& lines, const LayoutReport& report) {
  if (report.kept.empty()) {
    lines.plain(report.inserted == 0 ? "no copies inserted"
                                     : "no copy that was inserted moves anything");
    return;
  }
  lines.plain("copies inserted, the largest first, one entry for each cause, shape and loop");
  for (const KeptCopies& kept :
       std::span(report.kept).first(std::min(report.kept.size(), kMostListed))) {
    tell_kept(lines, report, kept);
  }
  tell_rest(lines, count_after(report.kept.size()),
            bytes_after(report.kept, [](const KeptCopies& kept) { return kept.bytes; }));
}

void tell_operations(ReportLines& lines, const LayoutReport& report) {
  if (report.operations.empty()) return;
  lines.plain("operations of the program that move");
  for (const MovingOperation& one :
       std::span(report.operations).first(std::min(report.operations.size(), kMostListed))) {
    lines.entry(bytes_text(one.bytes),
                fmt::format("{} {} {} -> {}", one.name, one.opcode, one.from, one.to));
    if (!one.loop.empty()) lines.detail(one.loop);
    tell_place(lines, "source", one.place);
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

void tell_change(ReportLines& lines, const EntryChange& change, std::int64_t now) {
  lines.entry(change.moved_bytes ? bytes_change(*change.moved_bytes - now) : std::string("?"),
              fmt::format("declare {}, {}, as {} ({} now)", named(change.arrays), change.shape,
                          change.to, change.from));
}

void tell_changes(ReportLines& lines, const EntryAdvice& entry, std::int64_t now) {
  lines.plain("what to change: declare other layouts in entry_computation_layout");
  for (const EntryChange& change :
       std::span(entry.changes).first(std::min(entry.changes.size(), kMostListed))) {
    tell_change(lines, change, now);
  }
  if (entry.changes.size() > kMostListed) {
    lines.detail(
        fmt::format("and {} more, which --json lists", entry.changes.size() - kMostListed));
  }
  const std::string alone = entry.changes.size() == 1
                                ? "then"
                                : "each amount is that of its line alone; with all of them";
  lines.indented(
      2, fmt::format("{} {} move instead of {} ({})", alone, bytes_text(entry.declared_bytes),
                     bytes_text(now), bytes_change(entry.declared_bytes - now)));
}

std::string open_text(const LayoutReport& report) {
  return fmt::format("with all entry layouts open (AUTO), {} move",
                     bytes_text(report.entry.open_bytes));
}

void tell_entry(ReportLines& lines, const LayoutReport& report) {
  const EntryAdvice& entry = report.entry;
  const std::int64_t now = report.now().moved_bytes();
  if (now == 0) {
    lines.plain("what to change: nothing, since nothing moves");
    return;
  }
  if (entry.changes.empty()) {
    lines.plain(
        "what to change: the operations above; no entry layout that was tried saves anything");
    lines.indented(2, entry.is_open ? "all entry layouts are open (AUTO)" : open_text(report));
  } else {
    tell_changes(lines, entry, now);
    if (!entry.is_open) lines.indented(2, open_text(report));
  }
  if (report.optimal || std::min(entry.declared_bytes, entry.open_bytes) == 0) return;
  lines.indented(2, "--strategy optimal tells whether other layouts inside the module move less");
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
            {"xla_own_bytes", one.before_made},
            {"own_bytes", one.after_made},
            {"xla_copies", one.before_copies},
            {"copies", one.after_copies},
            {"readers", one.readers}};
  add_place(json, "source", one.place);
  return json;
}

Json loop_json(const std::string& loop) { return loop.empty() ? Json() : Json(loop); }

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
            {"loop", loop_json(kept.loop)},
            {"required", kept.is_required},
            {"gone_if_declared", kept.gone_if_declared}};
  add_place(json, "value_source", kept.value_place);
  add_place(json, "reader_source", kept.reader_place);
  return json;
}

Json operation_json(const MovingOperation& one) {
  Json json{{"name", one.name}, {"opcode", one.opcode}, {"from", one.from},
            {"to", one.to},     {"bytes", one.bytes},   {"loop", loop_json(one.loop)}};
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

/// The number of free layouts is XLA's: what the optimal strategy may choose is told before.
std::string title_of(const LayoutReport& report) {
  std::string text =
      fmt::format("module {} for {}: {}, {}", report.module, report.target,
                  counted(report.instructions, "instruction"), counted(report.layouts, "layout"));
  if (report.optimal) return text;
  return text + fmt::format(", {} of which nothing requires", value::grouped(report.free_layouts));
}

}  // namespace

std::string text_of(const LayoutReport& report, const Terminal& terminal) {
  ReportLines lines(terminal);
  lines.plain(title_of(report));
  tell_figures(lines, report);
  lines.all(report.loops);
  for (const std::string& warning : report.warnings) lines.plain(warning);
  for (const std::string& chosen : report.chosen) lines.plain(chosen);
  tell_savings(lines, report);
  tell_kept(lines, report);
  tell_operations(lines, report);
  tell_entry(lines, report);
  return value::shown_on(terminal, lines.text());
}

std::string fitted(std::string_view text, const Terminal& terminal) {
  ReportLines lines(terminal);
  lines.all(text);
  return value::shown_on(terminal, lines.text());
}

Json json_of(const LayoutReport& report) {
  return {{"module", report.module},
          {"target", report.target},
          {"instructions", report.instructions},
          {"layouts", report.layouts},
          {"free_layouts", report.optimal ? Json() : Json(report.free_layouts)},
          {"inserted", report.inserted},
          {"loops", report.loop_list},
          {"warnings", report.warnings},
          {"chosen", report.chosen},
          {"before", figures_json(report.before)},
          {"xla", figures_json(report.xla)},
          {"optimal", report.optimal ? figures_json(*report.optimal) : Json()},
          {"savings", list_json(report.savings, saving_json)},
          {"kept", list_json(report.kept, kept_json)},
          {"operations", list_json(report.operations, operation_json)},
          {"entry", entry_json(report.entry)}};
}

}  // namespace tileglot::api
