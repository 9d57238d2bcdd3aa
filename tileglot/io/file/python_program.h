// SPDX-License-Identifier: Apache-2.0
// python_program.h: tests that compare with a Python library's reading and writing.
//
// What     A PythonTest runs Python programs with its folder as their argument, in the first
//          interpreter that has the module; if none has it, the test is skipped with a message.
// Why      Third-party libraries are the reference for a file format, but no test may require them.
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
  /// True if the program succeeded.
  bool run(const std::string& program);

  TemporaryFolder folder;
  std::string python;

 private:
  std::string module_;
};

}  // namespace tileglot::io
