// SPDX-License-Identifier: Apache-2.0
// terminal.h: what a stream can show.
//
// What     terminal_of(surroundings, choice) is the Terminal of a stream, from what is known about it
//          and what the command line requests. surroundings_of(stream) reads the environment;
//          nothing else in the program does.
// Why      An answer on a terminal has colours and marks and fits its width; the same answer in a
//          file has none of them, and the same bytes everywhere.
// Units    Columns are characters; a file has 0, which is unlimited.
// How      Colours: --color never has none and --color always some, whatever the environment says.
//          By default a terminal has them unless NO_COLOR is set to anything or TERM is dumb,
//          missing or an old vt. COLORTERM names true colour; other terminals take 256 colours, by
//          that name or as the nearest of their sixteen.
//          Characters: --ascii, or a terminal whose locale names an encoding other than UTF-8, has
//          only ASCII. If no locale is set at all, as in a container, the terminal decides, and
//          today's terminals have UTF-8.
// Example  TERM=xterm-256color, 100 columns: k256, 100, kUnicode; with NO_COLOR=1: kNone; written
//          to a file with --color always: k256, 0, kUnicode.
//          [tests: terminal_test.cc, "colours are what the terminal and the user say"]
// Source   no-color.org; POSIX, 8.2: LC_ALL, LC_CTYPE, LANG, the first that is not empty.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {

enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

/// Precondition: auto, always or never; anything else is read as auto.
ColorChoice color_choice(std::string_view word);

struct ScreenChoice {
  ColorChoice color = ColorChoice::kAuto;
  bool ascii = false;
};

/// What is known about a stream before the command line is considered.
struct Surroundings {
  bool is_terminal = false;
  int window_columns = 0;          ///< from the terminal; 0 if it does not report one
  std::string columns = {};        ///< COLUMNS
  std::string kind = {};           ///< TERM
  std::string color = {};          ///< COLORTERM
  std::string without_color = {};  ///< NO_COLOR
  std::string locale = {};         ///< LC_ALL, LC_CTYPE or LANG
};

Surroundings surroundings_of(std::FILE* stream);

api::Terminal terminal_of(const Surroundings& surroundings, const ScreenChoice& choice);

/// True if a line can be overwritten: a terminal that moves its cursor.
bool is_live(const Surroundings& surroundings);

}  // namespace tileglot::cli
