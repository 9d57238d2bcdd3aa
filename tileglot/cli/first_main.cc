// SPDX-License-Identifier: Apache-2.0
// first_main.cc: the first program of ./dev demo.
#include "tileglot/cli/first_program.h"
#include "tileglot/cli/program.h"

int main(int argc, char** argv) {
  return tileglot::cli::run_program(argc, argv, tileglot::cli::first_program());
}
