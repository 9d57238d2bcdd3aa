// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/show/show.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 6> kForms{"table", "svg", "latex", "html", "json", "png"};
constexpr std::array<std::string_view, 7> kViews{"grid",  "memory", "tv", "hw",
                                                 "banks", "matrix", "mma"};
constexpr std::array<std::string_view, 3> kThemes{"auto", "light", "dark"};

constexpr std::int64_t kMostCells = 65536;
constexpr std::int64_t kLargestStep = std::int64_t{1} << 20;

/// A list of values and the purpose of the option that takes them.
struct Words {
  std::span<const std::string_view> words;
  std::string_view code;
  std::string_view purpose;
};

core::Result<std::size_t> parse_word(std::string_view word, const Words& words) {
  const auto found = std::ranges::find(words.words, word);
  if (found != words.words.end()) return static_cast<std::size_t>(found - words.words.begin());
  const std::string guess = core::did_you_mean(word, words.words);
  return core::fail(
      {.code = std::string(words.code),
       .message = fmt::format("'{}' is not {}", core::printable(word), words.purpose),
       .span = core::Span{0, word.size()},
       .help = guess.empty() ? fmt::format("write {}", fmt::join(words.words, ", ")) : guess});
}

/// What comes after the last point of a file's name, in lower case; empty without a point.
std::string ending_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  std::string ending(name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return ending;
}

struct Ending {
  std::string_view ending;
  Form form;
};

constexpr Ending kEndings[] = {
    {"", Form::kTable},    {"txt", Form::kTable},   {"text", Form::kTable}, {"svg", Form::kSvg},
    {"tex", Form::kLatex}, {"latex", Form::kLatex}, {"html", Form::kHtml},  {"htm", Form::kHtml},
    {"json", Form::kJson}, {"png", Form::kPng}};

/// Who writes x.pdf or x.jpg does not want a table of text.
core::Error unknown_ending(const std::string& output, std::string_view ending) {
  std::vector<std::string_view> words;
  for (const Ending& known : kEndings) words.push_back(known.ending);
  std::string help = core::did_you_mean(ending, std::span(words).subspan(1));
  if (help.empty()) help = "name a .svg, .png, .tex, .html, .json or .txt, or choose by --as";
  if (ending == "pdf") help = "write a .svg or .tex and convert it, as by rsvg-convert -f pdf";
  return {{.code = "show.as",
           .message = fmt::format("no layout is written as .{}", core::printable(ending)),
           .span = core::Span{output.size() - ending.size(), output.size()},
           .help = std::move(help)}};
}

core::Result<Form> form_of(const ShowRequest& request) {
  if (!request.as.empty()) {
    TILEGLOT_TRY(form, parse_word(request.as, {kForms, "show.as", "a form to show a layout in"}));
    return static_cast<Form>(form);
  }
  const std::string ending = ending_of(request.output);
  const auto known = std::ranges::find(kEndings, ending, &Ending::ending);
  if (known != std::end(kEndings)) return known->form;
  return core::fail(core::with_line(unknown_ending(request.output, ending), request.output));
}

core::Error bad_crop(core::Scanner& scanner) {
  return {{.code = "show.crop",
           .message = "a window is two ascending ranges, rows and columns",
           .span = scanner.here(),
           .help = "write --crop 0:8,0:128"}};
}

core::Result<render::Side> parse_side(core::Scanner& scanner) {
  TILEGLOT_TRY(first, scanner.integer("the first row or column"));
  if (!scanner.accept(":")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(last, scanner.integer("the row or column after the last"));
  if (first < 0 || last <= first) return core::fail(bad_crop(scanner));
  return render::Side{first, last};
}

core::Result<render::Window> parse_window(const std::string& text, std::int64_t cell,
                                          std::int64_t most_cells) {
  core::Scanner scanner(text);
  TILEGLOT_TRY(rows, parse_side(scanner));
  if (!scanner.accept(",")) return core::fail(bad_crop(scanner));
  TILEGLOT_TRY(columns, parse_side(scanner));
  if (!scanner.at_end()) return core::fail(bad_crop(scanner));
  if (core::saturating_mul(rows.count(), columns.count()) / cell > most_cells) {
    return core::fail(
        {.code = "show.crop",
         .message = fmt::format("a window of {} rows and {} columns has more than {} cells",
                                rows.count(), columns.count(), most_cells),
         .span = scanner.span_from(0),
         .help = "draw a smaller part; `convert --to table` lists offsets"});
  }
  return render::Window{.rows = rows, .columns = columns};
}

core::Status check_step(std::string_view option, std::int64_t step) {
  if (step >= 1 && step <= kLargestStep) return {};
  return core::fail(
      {.code = "show.every",
       .message = fmt::format("{} {} is not a number of elements to step by", option, step),
       .help = fmt::format("write a number from 1 to {}", kLargestStep)});
}

core::Status check_steps(const ShowRequest& request) {
  TILEGLOT_TRY_STATUS(check_step("--every", request.every));
  TILEGLOT_TRY_STATUS(check_step("--group", request.group));
  const std::int64_t per_row = request.per_row.value_or(1);
  if (per_row >= 1 && per_row <= kMostCells) return {};
  return core::fail(
      {.code = "show.every",
       .message = fmt::format("--per-row {} is not a number of offsets for a row", per_row),
       .help = fmt::format("write a number from 1 to {}", kMostCells)});
}

template <class T>
core::Status read_into(std::optional<T>& place, const std::string& word,
                       core::Result<T> (*parse)(std::string_view)) {
  if (word.empty()) return {};
  TILEGLOT_TRY(value, core::with_line(parse(word), word));
  place = value;
  return {};
}

core::Result<View> parse_view(std::string_view word) {
  TILEGLOT_TRY(view, parse_word(word, {kViews, "show.view", "a view of a layout"}));
  return static_cast<View>(view);
}

core::Result<render::Theme> parse_theme(std::string_view word) {
  TILEGLOT_TRY(theme, parse_word(word, {kThemes, "show.theme", "a theme"}));
  return static_cast<render::Theme>(theme);
}

}  // namespace

core::Result<ShowOptions> read_show_options(const ShowRequest& request) {
  ShowOptions options;
  TILEGLOT_TRY(form, core::with_line(form_of(request), request.as));
  options.form = form;
  TILEGLOT_TRY_STATUS(read_into(options.view, request.view, parse_view));
  TILEGLOT_TRY_STATUS(read_into(options.color, request.color, render::parse_color_by));
  TILEGLOT_TRY_STATUS(read_into(options.label, request.label, render::parse_label_by));
  TILEGLOT_TRY(palette, core::with_line(render::parse_palette(request.palette), request.palette));
  options.palette = palette;
  TILEGLOT_TRY(theme, core::with_line(parse_theme(request.theme), request.theme));
  options.theme = theme;
  TILEGLOT_TRY_STATUS(check_steps(request));
  if (request.crop) {
    const std::int64_t cell = request.group * request.every * request.every;
    TILEGLOT_TRY(window,
                 core::with_line(parse_window(*request.crop, std::max<std::int64_t>(cell, 1),
                                              most_cells_of_window(options.form)),
                                 *request.crop));
    options.crop = window;
  }
  return options;
}

std::string_view name_of(View view) { return kViews[static_cast<std::size_t>(view)]; }

std::span<const std::string_view> view_names() { return kViews; }

std::int64_t most_cells(Form form) {
  return form == Form::kTable ? std::int64_t{64} * 64 : most_cells_of_window(form);
}

std::int64_t most_cells_of_window(Form form) {
  // Larger pictures exceed TeX's memory and the pixels of a PNG.
  const bool is_small = form == Form::kLatex || form == Form::kPng;
  return is_small ? std::int64_t{128} * 128 : kMostCells;
}

}  // namespace tileglot::api
