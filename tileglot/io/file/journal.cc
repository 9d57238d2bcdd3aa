// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/checksum.h"
#include "tileglot/io/file/locked_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::io {
namespace {

constexpr std::int64_t kLongestJournal = std::int64_t{1} << 30;

std::string sealed(std::string_view line) {
  return fmt::format("{} {:016x}\n", line, checksum(std::as_bytes(std::span(line))));
}

/// The lines up to the first that is damaged.
std::vector<std::string> whole_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return lines;
    const std::size_t seal = text.substr(0, end).rfind(' ');
    if (seal == std::string_view::npos) return lines;
    if (sealed(text.substr(0, seal)) != text.substr(0, end + 1)) return lines;
    lines.emplace_back(text.substr(0, seal));
    text.remove_prefix(end + 1);
  }
}

std::string_view text_of(const MemoryMapping& memory) {
  const auto bytes = memory.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

core::Result<Journal> Journal::open(const std::string& path, const std::string& output) {
  TILEGLOT_TRY(file, open_locked(path, output, O_APPEND));
  TILEGLOT_TRY(memory, read_all(file.number(), path, kLongestJournal));
  return Journal(path, std::move(file), whole_lines(text_of(memory)));
}

core::Result<std::vector<std::string>> Journal::read(const std::string& path) {
  const FileDescriptor file(retry_interrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); }));
  if (!file.is_open() && errno == ENOENT) return std::vector<std::string>();
  if (!file.is_open()) return core::fail(os_error(errno, "read", path));
  TILEGLOT_TRY(memory, read_all(file.number(), path, kLongestJournal));
  return whole_lines(text_of(memory));
}

core::Status Journal::cut(std::int64_t bytes) {
  if (::ftruncate(file_.number(), bytes) == 0) return {};
  return core::fail(os_error(errno, "write", path_));
}

core::Status Journal::begin(std::string_view line) {
  TILEGLOT_TRY_STATUS(cut(0));
  return append(line);
}

core::Status Journal::go_on() {
  std::size_t bytes = 0;
  for (const std::string& line : lines_) bytes += sealed(line).size();
  return cut(static_cast<std::int64_t>(bytes));
}

core::Status Journal::append(std::string_view line) {
  const std::string text = sealed(line);
  return write_all(file_.number(), path_, std::as_bytes(std::span(text)));
}

core::Status Journal::sync() const {
  if (::fsync(file_.number()) == 0) return {};
  return core::fail(os_error(errno, "write", path_));
}

void Journal::remove() { ::unlink(path_.c_str()); }

}  // namespace tileglot::io
