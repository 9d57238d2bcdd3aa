// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/process/setup.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tileglot/api/files/verify.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"

namespace tileglot::api::files {
namespace {

TEST(Process, AFailureOfMemoryOrStdinIsOneOfInputAndOutput) {
  EXPECT_EQ(exit_code_of(core::memory_error()), kInputOutput);
  EXPECT_EQ(stdin_error(EISDIR)->code, "io.is_directory");
  EXPECT_EQ(exit_code_of(stdin_error(EBADF)), kInputOutput);
  EXPECT_EQ(exit_code_of(stdin_error(0)), kInputOutput);
}

TEST(Process, ATensorThatIsCutOffWhileItIsUsedIsAnError) {
  start_process();
  const io::TemporaryFolder folder;
  const std::string header = io::npy_header_bytes("<f4", false, std::vector<std::int64_t>{1 << 16});
  const std::string tensor = header + std::string(4 << 16, 'x');
  io::write_text(folder / "a.npy", tensor);
  ASSERT_EQ(::mkfifo((folder / "b.npy").c_str(), 0600), 0);
  // Who writes a pipe waits for its reader, which by then has mapped the first tensor.
  std::thread writer([&] {
    std::ofstream pipe(folder / "b.npy");
    EXPECT_EQ(::truncate((folder / "a.npy").c_str(), 4096), 0);
    pipe << tensor;
  });
  const Reply reply = verify_tensor({.output = folder / "a.npy", .against = folder / "b.npy"});
  writer.join();
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "io.changed");
}

}  // namespace
}  // namespace tileglot::api::files
