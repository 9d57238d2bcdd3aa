// SPDX-License-Identifier: Apache-2.0
// png.cc: the program reads and writes files without a name, so that neither side ever waits for
// the other, and no shell reads what was passed.
#include "tileglot/api/png.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file_descriptor.h"
#include "tileglot/io/os_error.h"

namespace tileglot::api {
namespace {

using io::FileDescriptor;
using io::retry_interrupted;

constexpr int kFirstFree = 3;  // after stdin, stdout and stderr

core::Result<FileDescriptor> nameless_file() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  const int number = file ? ::fcntl(::fileno(file.get()), F_DUPFD_CLOEXEC, kFirstFree) : -1;
  if (number < 0) return core::fail(io::os_error(errno, "make", "a temporary file"));
  return FileDescriptor(number);
}

core::Status write_all(const FileDescriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written =
        retry_interrupted([&] { return ::write(file.number(), text.data(), text.size()); });
    if (written < 0) return core::fail(io::os_error(errno, "write", "a temporary file"));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return {};
}

core::Result<std::string> read_all(const FileDescriptor& file) {
  std::string text;
  std::array<char, 65536> buffer{};
  ::lseek(file.number(), 0, SEEK_SET);
  while (true) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), buffer.size()); });
    if (count < 0) return core::fail(io::os_error(errno, "read", "a temporary file"));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// What the program reads and writes.
struct Streams {
  FileDescriptor input;
  FileDescriptor output;
  FileDescriptor errors;
};

core::Result<Streams> streams_for(const std::string& svg) {
  TILEGLOT_TRY(input, nameless_file());
  TILEGLOT_TRY(output, nameless_file());
  TILEGLOT_TRY(errors, nameless_file());
  TILEGLOT_TRY_STATUS(write_all(input, svg));
  return Streams{std::move(input), std::move(output), std::move(errors)};
}

core::Error cannot_start(const PngOptions& options, int error_number) {
  if (error_number == ENOENT) {
    return {.code = "show.png_missing",
            .message = fmt::format("a PNG is drawn by {}, which is not installed",
                                   io::path_text(options.program)),
            .help = "install it (Debian: librsvg2-bin), or write --as svg"};
  }
  return io::os_error(error_number, "run", options.program);
}

/// The status that waitpid gives.
core::Result<int> run(const PngOptions& options, const Streams& streams) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, streams.input.number(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, streams.output.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, streams.errors.number(), STDERR_FILENO);
  std::string program = options.program;
  // Our own text may be larger than what it takes from strangers.
  std::string unlimited = "--unlimited";
  std::string zoom = fmt::format("--zoom={}", options.zoom);
  std::array<char*, 4> arguments{program.data(), unlimited.data(), zoom.data(), nullptr};
  pid_t child = 0;
  const int error_number =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error_number != 0) return core::fail(cannot_start(options, error_number));
  int status = 0;
  const pid_t ended = retry_interrupted([&] { return ::waitpid(child, &status, 0); });
  if (ended < 0) return core::fail(io::os_error(errno, "wait for", options.program));
  return status;
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return fmt::format("it was ended by signal {}", WTERMSIG(status));
  return fmt::format("it ended with {}", WEXITSTATUS(status));
}

core::Error failed(const PngOptions& options, int status, std::string_view said) {
  const std::string line = core::printable(said.substr(0, said.find('\n')), 200);
  return {.code = "show.png",
          .message = fmt::format("{} drew no PNG: {}", io::path_text(options.program),
                                 line.empty() ? end_text(status) : line),
          .help = "write --as svg, or show a smaller part by --crop"};
}

}  // namespace

core::Result<std::string> to_png(const std::string& svg, const PngOptions& options) {
  TILEGLOT_TRY(streams, streams_for(svg));
  TILEGLOT_TRY(status, run(options, streams));
  TILEGLOT_TRY(png, read_all(streams.output));
  const bool is_png = std::string_view(png).starts_with("\x89PNG\r\n\x1a\n");
  if (status == 0 && is_png) return std::move(png);
  TILEGLOT_TRY(said, read_all(streams.errors));
  return core::fail(failed(options, status, said));
}

}  // namespace tileglot::api
