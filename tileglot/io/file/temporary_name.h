// SPDX-License-Identifier: Apache-2.0
// temporary_name.h: a file name that is removed with the object.
//
// What     The destructor of TemporaryName removes the file of this name, unless let_go() was
//          called, for example after a rename.
#pragma once

#include <unistd.h>

#include <string>
#include <utility>

namespace tileglot::io {

class TemporaryName {
 public:
  explicit TemporaryName(std::string path = "") : path_(std::move(path)) {}
  TemporaryName(TemporaryName&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TemporaryName& operator=(TemporaryName&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  ~TemporaryName() {
    if (exists()) ::unlink(path_.c_str());
  }

  bool exists() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  void let_go() { path_.clear(); }

 private:
  std::string path_;
};

}  // namespace tileglot::io
