// SPDX-License-Identifier: Apache-2.0
// main.cc: tileglot.
#include "tileglot/cli/program.h"
#include "tileglot/cli/whole_program.h"

int main(int argc, char** argv) {
  return tileglot::cli::run_program(argc, argv, tileglot::cli::whole_program());
}
