// SPDX-License-Identifier: Apache-2.0
// output/redirected.h: stdin or stdout of a test, redirected to a file.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace tileglot::api::files {

/// A descriptor that leads to a file as long as this lives.
class Redirected {
 public:
  Redirected(int descriptor, const std::string& path, int flags)
      : descriptor_(descriptor), saved_(::dup(descriptor)) {
    std::fflush(nullptr);
    const int file = ::open(path.c_str(), flags, 0600);
    ::dup2(file, descriptor_);
    ::close(file);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    ::dup2(saved_, descriptor_);
    ::close(saved_);
  }

 private:
  int descriptor_;
  int saved_;
};

/// stdout as long as this lives.
class RedirectedOutput : public Redirected {
 public:
  explicit RedirectedOutput(const std::string& path)
      : Redirected(STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC) {}
};

}  // namespace tileglot::api::files
