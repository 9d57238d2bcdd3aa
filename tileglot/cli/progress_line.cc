// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {
namespace {

constexpr std::int64_t kFewestBytes = std::int64_t{64} << 20;
constexpr int kUsualColumns = 80;
constexpr int kLongestBar = 40;
constexpr int kShortestBar = 8;
constexpr int kBetween = 2;  ///< between bar and figures
/// From a whole character down to an eighth of one.
constexpr std::array<std::string_view, 8> kEighths{"█", "▉", "▊", "▋", "▌", "▍", "▎", "▏"};
constexpr std::string_view kToLineStart = "\r";
constexpr std::string_view kClearLine = "\r\x1b[K";

void write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

double share(const ShownProgress& progress) {
  return static_cast<double>(progress.done_bytes) / static_cast<double>(progress.total_bytes);
}

int characters(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

std::string progress_text(const ShownProgress& progress) {
  const double speed = static_cast<double>(progress.moved_bytes) / progress.seconds;
  const double left = static_cast<double>(progress.total_bytes - progress.done_bytes) / speed;
  std::string text = fmt::format("{:3.0f} %   {} {}/{}", 100 * share(progress), progress.noun,
                                 progress.done, progress.all);
  if (progress.moved_bytes == 0) return text;
  return text + fmt::format("   {:.2g} GB/s   eta {:.0f} s", speed / 1e9, left);
}

std::string bar_text(double share, int columns, api::Glyphs glyphs) {
  const bool is_ascii = glyphs == api::Glyphs::kAscii;
  const int steps = is_ascii ? 1 : static_cast<int>(kEighths.size());
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * columns * steps);
  const int whole = filled / steps;
  const int part = filled % steps;
  std::string bar = repeated(is_ascii ? "#" : kEighths[0], whole);
  if (part > 0) bar += kEighths[static_cast<std::size_t>(steps - part)];
  return bar + repeated(is_ascii ? "." : " ", columns - characters(bar));
}

std::string live_text(const ShownProgress& progress, const api::Terminal& terminal) {
  const std::string figures = progress_text(progress);
  const int columns = terminal.columns == 0 ? kUsualColumns : terminal.columns;
  // The last column stays free: some terminals start a new line after it.
  const int room = columns - characters(figures) - kBetween - 1;
  if (room < kShortestBar) return figures.substr(0, static_cast<std::size_t>(columns - 1));
  const int width = std::min(room, kLongestBar);
  return bar_text(share(progress), width, terminal.glyphs) + repeated(" ", kBetween) + figures;
}

ProgressLine::ProgressLine(std::FILE* stream, bool is_live, const api::Terminal& terminal)
    : stream_(stream), is_live_(is_live), terminal_(terminal) {}

ProgressLine::~ProgressLine() {
  if (is_live_ && is_shown_) write(stream_, kClearLine);
}

void ProgressLine::show(const ShownProgress& progress) {
  if (progress.total_bytes < kFewestBytes || progress.seconds <= 0) return;
  const int tenths = static_cast<int>(10 * share(progress));
  if (is_live_) {
    write(stream_, fmt::format("{}{}\x1b[K", kToLineStart, live_text(progress, terminal_)));
    is_shown_ = true;
  } else if (tenths > tenths_) {
    write(stream_, progress_text(progress) + "\n");
    tenths_ = tenths;
  }
}

}  // namespace tileglot::cli
