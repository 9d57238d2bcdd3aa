// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {
namespace {

/// No terminal is wider; a larger number is not a width.
constexpr int kMostColumns = 10'000;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string locale() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (std::string value = variable(name); !value.empty()) return value;
  }
  return {};
}

/// Letters and digits of an encoding's name: UTF-8 is also written utf8.
std::string plain(std::string_view name) {
  std::string letters;
  letters.reserve(name.size());
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  }
  return letters;
}

/// de_DE.UTF-8@euro: the part between the point and the modifier.
bool has_utf8(std::string_view locale) {
  if (locale.empty()) return true;
  const std::size_t point = locale.find('.');
  if (point == std::string_view::npos) return false;
  const std::string_view rest = locale.substr(point + 1);
  return plain(rest.substr(0, rest.find('@'))) == "utf8";
}

bool is_true_color(const Surroundings& s) {
  return s.color == "truecolor" || s.color == "24bit" || s.kind.ends_with("-direct");
}

bool shows_colors(const Surroundings& s) {
  return is_live(s) && s.without_color.empty() && !s.kind.starts_with("vt");
}

api::ColorDepth colors_of(const Surroundings& s, ColorChoice choice) {
  const bool some =
      choice == ColorChoice::kAlways || (choice == ColorChoice::kAuto && shows_colors(s));
  if (!some) return api::ColorDepth::kNone;
  return is_true_color(s) ? api::ColorDepth::kTrue : api::ColorDepth::k256;
}

int columns_of(const Surroundings& s) {
  if (!s.is_terminal) return 0;
  if (s.window_columns > 0) return std::min(s.window_columns, kMostColumns);
  int columns = 0;
  const char* const end = s.columns.data() + s.columns.size();
  const auto [stop, error] = std::from_chars(s.columns.data(), end, columns);
  const bool is_number = error == std::errc() && stop == end;
  return is_number && columns > 0 && columns <= kMostColumns ? columns : 0;
}

api::Glyphs glyphs_of(const Surroundings& s, bool ascii) {
  const bool is_narrow = ascii || (s.is_terminal && !has_utf8(s.locale));
  return is_narrow ? api::Glyphs::kAscii : api::Glyphs::kUnicode;
}

}  // namespace

ColorChoice color_choice(std::string_view word) {
  if (word == "always") return ColorChoice::kAlways;
  return word == "never" ? ColorChoice::kNever : ColorChoice::kAuto;
}

Surroundings surroundings_of(std::FILE* stream) {
  const int descriptor = ::fileno(stream);
  Surroundings s{.is_terminal = ::isatty(descriptor) == 1,
                 .columns = variable("COLUMNS"),
                 .kind = variable("TERM"),
                 .color = variable("COLORTERM"),
                 .without_color = variable("NO_COLOR"),
                 .locale = locale()};
  winsize window{};
  if (s.is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &window) == 0) {
    s.window_columns = window.ws_col;
  }
  return s;
}

api::Terminal terminal_of(const Surroundings& surroundings, const ScreenChoice& choice) {
  return {.colors = colors_of(surroundings, choice.color),
          .columns = columns_of(surroundings),
          .glyphs = glyphs_of(surroundings, choice.ascii)};
}

bool is_live(const Surroundings& surroundings) {
  return surroundings.is_terminal && !surroundings.kind.empty() && surroundings.kind != "dumb";
}

}  // namespace tileglot::cli
