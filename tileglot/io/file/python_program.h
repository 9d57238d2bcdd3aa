// SPDX-License-Identifier: Apache-2.0
// python_program.h: tests that ask a Python library what it reads and writes.
//
// What     A PythonTest runs Python programs with its folder as their argument, by the first
//          interpreter that has the module; where none has it the test is skipped, loudly.
// Why      Libraries of others are the reference of a file format, and no test may need them.
// Example  class NumPyTest : public PythonTest { .. NumPyTest() : PythonTest("numpy") {} };
//          [tests: npy/numpy_test.cc, "what num py wrote is read and written back to the byte"]
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {

class PythonTest : public testing::Test {
 protected:
  explicit PythonTest(std::string module) : module_(std::move(module)) {}

  void SetUp() override;
  /// Whether the program ended well.
  bool run(const std::string& program);

  TemporaryFolder folder;
  std::string python;

 private:
  std::string module_;
};

}  // namespace tileglot::io
