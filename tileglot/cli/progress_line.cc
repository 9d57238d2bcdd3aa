// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/progress_line.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tileglot/api/relayout.h"

namespace tileglot::cli {
namespace {

constexpr std::int64_t kFewestBytes = std::int64_t{64} << 20;
constexpr std::string_view kToLineStart = "\r";
constexpr std::string_view kClearLine = "\r\x1b[K";

void write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

double share(const api::RelayoutProgress& progress) {
  return static_cast<double>(progress.done_bytes) / static_cast<double>(progress.total_bytes);
}

}  // namespace

std::string progress_text(const api::RelayoutProgress& progress) {
  const double speed = static_cast<double>(progress.moved_bytes) / progress.seconds;
  const double left = static_cast<double>(progress.total_bytes - progress.done_bytes) / speed;
  std::string text = fmt::format("{:3.0f} %  tensor {} of {}", 100 * share(progress),
                                 progress.done_tensors, progress.tensors);
  if (progress.moved_bytes == 0) return text;
  return text + fmt::format("  {:.2g} GB/s  {:.0f} s left", speed / 1e9, left);
}

ProgressLine::ProgressLine(std::FILE* stream, bool is_live) : stream_(stream), is_live_(is_live) {}

ProgressLine::~ProgressLine() {
  if (is_live_ && is_shown_) write(stream_, kClearLine);
}

void ProgressLine::show(const api::RelayoutProgress& progress) {
  if (progress.total_bytes < kFewestBytes || progress.seconds <= 0) return;
  const int tenths = static_cast<int>(10 * share(progress));
  if (is_live_) {
    write(stream_, fmt::format("{}{}\x1b[K", kToLineStart, progress_text(progress)));
    is_shown_ = true;
  } else if (tenths > tenths_) {
    write(stream_, progress_text(progress) + "\n");
    tenths_ = tenths;
  }
}

}  // namespace tileglot::cli
