// SPDX-License-Identifier: Apache-2.0
// file_descriptor.h: an open file that closes itself.
//
// What     FileDescriptor owns one descriptor; retry_interrupted repeats a system call that a
//          signal interrupted.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace tileglot::io {

class FileDescriptor {
 public:
  /// Takes the result of open(); a negative number is "not open".
  explicit FileDescriptor(int number = -1) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (is_open()) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

/// The result of `call()`, repeated as long as it returns -1 with EINTR.
template <class Call>
auto retry_interrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

}  // namespace tileglot::io
