// SPDX-License-Identifier: Apache-2.0
// os_error.cc: the table of causes.
#include "tileglot/io/file/os_error.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::io {
namespace {

struct Cause {
  std::string_view code;
  std::string sentence;
  std::string_view help;
};

/// The system has one number for the user's limit and for that of the file system.
Cause too_large_a_file() {
  struct rlimit limit = {};
  const bool is_limited = ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  if (!is_limited) {
    return {"io.no_space", "the file system holds no file of this size", "name another disk"};
  }
  return {"io.no_space", fmt::format("the limit on the size of a file is {} bytes", limit.rlim_cur),
          "raise the limit (ulimit -f)"};
}

Cause cause_of(int number) {
  switch (number) {
    case ENOENT:
      return {"io.not_found", "there is no such file or folder", "check the spelling of the path"};
    case ENOTDIR:
      return {"io.not_found", "a part of the path is a file, not a folder",
              "check the spelling of the path"};
    case EACCES:
    case EPERM: return {"io.permission", "permission denied", "check who owns it and its mode"};
    case EROFS:
      return {"io.permission", "the file system is read-only",
              "name a path on another file system"};
    case EISDIR: return {"io.is_directory", "it is a folder", "name a file"};
    case EEXIST:
      return {"io.exists", "it is there already", "replace it with --force, or name another file"};
    case ENOSPC: return {"io.no_space", "the disk is full", "free some space or name another disk"};
    case EDQUOT:
      return {"io.no_space", "your disk quota is used up", "free some space or name another disk"};
    case ENOMEM:
      return {"io.memory", "there is not enough memory", "free some, or use smaller tensors"};
    case EFBIG: return too_large_a_file();
    default: return {"io.system", std::generic_category().message(number), ""};
  }
}

}  // namespace

core::Error os_error(int number, std::string_view action, std::string_view path) {
  const Cause cause = cause_of(number);
  return {{.code = std::string(cause.code),
           .message = fmt::format("cannot {} {}: {}", action, path_text(path), cause.sentence),
           .help = std::string(cause.help)}};
}

std::string path_text(std::string_view path) {
  constexpr std::size_t kLongest = 256;
  return fmt::format("'{}'", core::printable(path, kLongest));
}

}  // namespace tileglot::io
