// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/first_program.h"

#include <string_view>

#include "tileglot/cli/program.h"
#include "tileglot/cli/tensor_commands.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kOverview = R"(the first part of tileglot; `./dev demo` builds the rest

  tileglot inspect weights.npy                                          what a file holds
  tileglot relayout weights.npy -o tiled.npy --to '{1,0:T(8,128)}'      move the data
  tileglot verify tiled.npy --against weights.npy --layout ...          prove nothing was lost
)";

}  // namespace

const Program& first_program() {
  static constexpr Program kProgram{kOverview, add_tensor_commands};
  return kProgram;
}

}  // namespace tileglot::cli
