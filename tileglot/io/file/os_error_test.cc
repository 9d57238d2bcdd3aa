// SPDX-License-Identifier: Apache-2.0
// os_error_test.cc: codes and sentences.
#include "tileglot/io/file/os_error.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "tileglot/core/source_text.h"

namespace tileglot::io {
namespace {

TEST(OsError, EachCauseHasItsCode) {
  const std::pair<int, const char*> codes[] = {
      {ENOENT, "io.not_found"}, {ENOTDIR, "io.not_found"},   {EACCES, "io.permission"},
      {EPERM, "io.permission"}, {EROFS, "io.permission"},    {EISDIR, "io.is_directory"},
      {EEXIST, "io.exists"},    {ENOSPC, "io.no_space"},     {EDQUOT, "io.no_space"},
      {EFBIG, "io.no_space"},   {ENAMETOOLONG, "io.system"}, {EIO, "io.system"},
      {ENOMEM, "io.memory"},    {ELOOP, "io.system"},        {EMFILE, "io.system"},
  };
  for (const auto& [number, code] : codes) EXPECT_EQ(os_error(number, "open", "x")->code, code);
}

TEST(OsError, AFileThatIsTooLargeIsSoByItsLimit) {
  struct rlimit saved = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
  const struct rlimit limit = {std::min<rlim_t>(4096, saved.rlim_max), saved.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto error = os_error(EFBIG, "write", "stdout");
  ::setrlimit(RLIMIT_FSIZE, &saved);
  EXPECT_EQ(core::render(error),
            "error[io.no_space]: cannot write 'stdout': the limit on the size of a file is 4096 "
            "bytes\n  help: raise the limit (ulimit -f)\n");
}

TEST(OsError, TheMessageNamesTheActionAndThePath) {
  EXPECT_EQ(core::render(os_error(ENOENT, "open", "x.npy")),
            "error[io.not_found]: cannot open 'x.npy': there is no such file or folder\n"
            "  help: check the spelling of the path\n");
  EXPECT_EQ(core::render(os_error(EIO, "read", "a\nb")),
            "error[io.system]: cannot read 'a?b': Input/output error\n");
}

}  // namespace
}  // namespace tileglot::io
