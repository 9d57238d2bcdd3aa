// SPDX-License-Identifier: Apache-2.0
// child_process.h: runs a test body in a forked child.
//
// What     in_child runs a function in a forked process and returns its result; become_nobody drops
//          root's privileges there.
// Why      Limits, mounts and users change a process permanently.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <optional>

namespace tileglot::io {

/// The number that `body` returns, 0 to 255; nothing if the process ended in another way.
template <class Body>
std::optional<int> in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return std::nullopt;
  if (!WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

/// True if file modes apply to this process from now on.
inline bool become_nobody() {
  constexpr uid_t kNobody = 65534;
  return ::geteuid() != 0 || ::seteuid(kNobody) == 0;
}

}  // namespace tileglot::io
