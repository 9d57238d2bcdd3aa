// SPDX-License-Identifier: Apache-2.0
// child.h: a child process, driven through its standard input and output.
//
// What     Child(words) starts a program; send and receive move bytes, all of them or none: false
//          if the child has ended.
// Why      Some peers measure themselves in another process: an interpreter's library.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tileglot::relayout::bench {

class Child {
 public:
  explicit Child(std::vector<std::string> words);
  /// Closes the child's input and waits for it.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool send(std::span<const std::byte> bytes) const;
  bool receive(std::span<std::byte> bytes) const;

 private:
  pid_t process_ = -1;
  int input_ = -1;   ///< the child's standard input
  int output_ = -1;  ///< the child's standard output
};

}  // namespace tileglot::relayout::bench
