// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/whole_program.h"

#include <CLI/CLI.hpp>
#include <string_view>

#include "tileglot/cli/commands.h"
#include "tileglot/cli/digest_command.h"
#include "tileglot/cli/eval_command.h"
#include "tileglot/cli/hlo_commands.h"
#include "tileglot/cli/layout_commands.h"
#include "tileglot/cli/program.h"
#include "tileglot/cli/reshard_command.h"
#include "tileglot/cli/show_command.h"
#include "tileglot/cli/tensor_commands.h"
#include "tileglot/cli/words_commands.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kOverview = R"(tileglot speaks every tensor memory layout

  tileglot show 'f32[3,5]{1,0:T(2,2)}'                                  draw it
  tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain                   where is an element, and why
  tileglot convert 'bf16[16,256]{1,0:T(8,128)(2,1)}' --to cute          say it in another notation
  tileglot equal '(4,2):(2,1)' 'f32[4,2]{1,0}'                          prove two layouts equal
  tileglot check 's32[8388608,8,4]{2,1,0:T(8,128)}'                     what its padding costs
  tileglot eval 'coalesce((2,(1,6)):(1,(6,2)))'                         calculate with layouts
  tileglot inspect weights.npy                                          what a file holds
  tileglot relayout weights.npy -o tiled.npy --to '{1,0:T(8,128)}'      move the data
  tileglot verify tiled.npy --against weights.npy --layout ...          prove nothing was lost
  tileglot relayout model.safetensors -o out.safetensors --to tpu       move a whole model
  tileglot digest sharded/ --against model.safetensors                  compare models by a line for each tensor
  tileglot reshard 'f32[8,6]' --from '{devices=[2,1]<=[2]}' --to ...    what ranks send each other
  tileglot hlo stats module.hlo                                         what an XLA program holds
  tileglot hlo assign module.hlo --target gpu:sm_90 --report            where its copies come from
  tileglot hlo pass layout_normalization assigned.hlo                   what one of XLA's passes does
  tileglot hlo compile module.hlo --arg-layout auto                     which layouts it wants for its arguments
  tileglot hlo run module.hlo --random 1                                what it computes

tileglot COMMAND --help has the options of each, `tileglot man | man -l -` all of them; `tileglot completion bash`
and the like let a shell complete them.
)";

void add_all(CLI::App& app, Fields& fields) {
  add_show(app, fields);
  add_layout_commands(app, fields);
  add_eval(app, fields);
  add_tensor_commands(app, fields);
  add_digest(app, fields);
  add_reshard(app, fields);
  add_hlo(app, fields);
  add_words(app, fields, whole_program());
}

}  // namespace

const Program& whole_program() {
  static constexpr Program kProgram{kOverview, add_all};
  return kProgram;
}

}  // namespace tileglot::cli
