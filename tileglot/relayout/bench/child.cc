// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace tileglot::relayout::bench {
namespace {

using Pipe = std::array<int, 2>;  // read end, write end

/// Runs in the child process; returns only if the program is not found.
void become(std::vector<std::string>& words, const Pipe& input, const Pipe& output) {
  dup2(input[0], STDIN_FILENO);
  dup2(output[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
}

}  // namespace

Child::Child(std::vector<std::string> words) {
  // An ended child is reported by send's return value, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  Pipe input = {-1, -1};
  Pipe output = {-1, -1};
  if (pipe2(input.data(), O_CLOEXEC) != 0) return;
  if (pipe2(output.data(), O_CLOEXEC) != 0) {
    close(input[0]);
    close(input[1]);
    return;
  }
  process_ = fork();
  if (process_ == 0) {
    become(words, input, output);
    _exit(127);
  }
  close(input[0]);
  close(output[1]);
  input_ = input[1];
  output_ = output[0];
}

Child::~Child() {
  close(input_);
  close(output_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

bool Child::send(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = write(input_, bytes.data(), bytes.size());
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Child::receive(std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t received = read(output_, bytes.data(), bytes.size());
    if (received <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(received));
  }
  return true;
}

}  // namespace tileglot::relayout::bench
