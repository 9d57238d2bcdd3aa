// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/process/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {
namespace {

using io::FileDescriptor;
using io::retry_interrupted;

constexpr int kFirstFree = 3;  // after stdin, stdout and stderr
constexpr std::chrono::milliseconds kNap{5};

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

core::Result<Streams> streams_for(const std::string& text) {
  TILEGLOT_TRY(input, nameless_file());
  TILEGLOT_TRY(output, nameless_file());
  TILEGLOT_TRY(errors, nameless_file());
  TILEGLOT_TRY_STATUS(write_all(input, text));
  return Streams{std::move(input), std::move(output), std::move(errors)};
}

core::Result<pid_t> start(const ChildRequest& request, const Streams& streams) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, streams.input.number(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, streams.output.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, streams.errors.number(), STDERR_FILENO);
  std::vector<std::string> words{request.program};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // Its children are in its process group, and can be killed with it.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, request.seconds > 0 ? POSIX_SPAWN_SETPGROUP : 0);
  if (!request.folder.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&actions, request.folder.c_str());
  }
  pid_t child = 0;
  const int error_number = ::posix_spawnp(&child, request.program.c_str(), &actions, &attributes,
                                          arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error_number == 0) return child;
  if (error_number == ENOENT) return core::fail(request.missing);
  return core::fail(io::os_error(error_number, "run", request.program));
}

core::Error out_of_time(const ChildRequest& request) {
  return {{.code = "process.time",
           .message = fmt::format("{} was still running after {:g} seconds, and was ended",
                                  io::path_text(request.program), request.seconds),
           .help = "give it more time, or less to do"}};
}

/// The status from waitpid.
core::Result<int> wait_for(pid_t child, const ChildRequest& request) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const int flags = request.seconds > 0 ? WNOHANG : 0;
  while (true) {
    int status = 0;
    const pid_t ended = retry_interrupted([&] { return ::waitpid(child, &status, flags); });
    if (ended < 0) return core::fail(io::os_error(errno, "wait for", request.program));
    if (ended == child) return status;
    if (Clock::now() - begin > std::chrono::duration<double>(request.seconds)) break;
    std::this_thread::sleep_for(kNap);
  }
  ::kill(-child, SIGKILL);
  retry_interrupted([&] { return ::waitpid(child, nullptr, 0); });
  return core::fail(out_of_time(request));
}

}  // namespace

core::Result<ChildAnswer> run_child(const ChildRequest& request) {
  TILEGLOT_TRY(streams, streams_for(request.input));
  TILEGLOT_TRY(child, start(request, streams));
  TILEGLOT_TRY(status, wait_for(child, request));
  TILEGLOT_TRY(output, read_all(streams.output));
  TILEGLOT_TRY(errors, read_all(streams.errors));
  return ChildAnswer{status, std::move(output), std::move(errors)};
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return fmt::format("it was ended by signal {}", WTERMSIG(status));
  return fmt::format("it ended with {}", WEXITSTATUS(status));
}

}  // namespace tileglot::api::files
