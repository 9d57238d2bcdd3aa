// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/digest_command.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "tileglot/api/digest/digest.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"

namespace tileglot::cli {

void add_digest(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::DigestRequest>();
  CLI::App& digest =
      add_command(app, fields, "digest",
                  "Lines that are equal for equal tensors, however they are laid out and cut");
  digest.footer(
      "Examples: tileglot digest model.safetensors > model.digests\n"
      "          tileglot digest sharded/ --against model.digests\n"
      "          tileglot digest tpu.safetensors --against model.safetensors --tensor w\n"
      "          tileglot digest 'w@{begin}.npy' --against "
      "tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0\n"
      "          tileglot digest rank-0.safetensors --part > rank-0.digests\n"
      "          tileglot digest --add rank-0.digests rank-1.digests");
  digest
      .add_option("PATH", request->paths,
                  "a .npy or .safetensors file, the .index.json of a model in parts, a folder of "
                  "parts or pieces, a pattern of file names, or a text of digests")
      ->required()
      ->type_name(kFileType);
  digest
      .add_option("--against", request->against,
                  "another of these, or one digest: print which tensors differ (exit code 1)")
      ->type_name(kFileType);
  digest.add_option("--tensor", request->tensor, "only the tensor of this name");
  digest.add_flag("--add", request->add,
                  "the PATHs have parts of one model: add their digests, tensor by tensor");
  digest.add_flag(
      "--part", request->part,
      "PATH has a part of a model, such as the file of one rank: elements may be missing");
  add_dtype(digest, fields, request->dtype, "element type of .npy files, where headers cannot say");
  digest.add_option("--threads", request->threads, "0: as many as the processor runs")
      ->transform(whole_number(0, 1024));
  answer_with(digest, fields, request, api::digest);
}

}  // namespace tileglot::cli
