// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/python_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {

// TILEGLOT_PYTHON may name an interpreter; the system's own comes next, since the build's packages
// are installed for it.
void PythonTest::SetUp() {
  const char* const named = std::getenv("TILEGLOT_PYTHON");
  for (const char* candidate : {named, "/usr/bin/python3", "python3"}) {
    if (candidate == nullptr) continue;
    python = candidate;
    if (run("import " + module_)) return;
  }
  GTEST_SKIP() << "SKIP: no Python with " << module_ << " here";
}

bool PythonTest::run(const std::string& program) {
  write_text(folder / "program.py", program);
  const std::string command =
      python + " '" + folder / "program.py" + "' '" + folder.path() + "' 2> /dev/null";
  return std::system(command.c_str()) == 0;
}

}  // namespace tileglot::io
