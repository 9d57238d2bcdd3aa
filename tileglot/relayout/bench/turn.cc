// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/turn.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace tileglot::relayout::bench {

Turn::Turn(const std::string& name) {
  std::error_code missing;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(missing);
  if (missing) return;
  file_ = open((folder / name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return;
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Turn::~Turn() {
  if (file_ >= 0) close(file_);
}

}  // namespace tileglot::relayout::bench
