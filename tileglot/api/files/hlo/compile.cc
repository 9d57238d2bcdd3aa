// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/compile.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/api/files/hlo/compile_run.h"
#include "tileglot/api/files/hlo/milp_solver.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/files/output/text.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {
namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(a, ignored) ==
         std::filesystem::weakly_canonical(b, ignored);
}

core::Error written_twice(const std::string& path) {
  return {{.code = "hlo.outputs",
           .message = fmt::format("two outputs are to be written to {}", io::path_text(path)),
           .help = "-o is the module, --runtime-layouts the layouts, --result the results"}};
}

/// Checks, before anything is done, that all outputs are different files.
core::Status check_outputs(const HloCompileFile& request) {
  std::vector<std::string> paths;
  if (request.output) paths.push_back(*request.output);
  if (request.runtime_layouts) paths.push_back(*request.runtime_layouts);
  if (request.run && !request.run->output.empty()) paths.push_back(request.run->output);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_same_file(paths[i], paths[j])) return core::fail(written_twice(paths[i]));
    }
  }
  return {};
}

core::Status write_files(const HloCompileFile& request, const CompiledHlo& compiled) {
  if (request.output) {
    TILEGLOT_TRY_STATUS(write_text(*request.output, print(compiled.module), request.force));
  }
  if (!request.runtime_layouts) return {};
  Json json{{"version", 1}};
  json.update(compiled.runtime_layouts);
  return write_text(*request.runtime_layouts, json.dump(2) + "\n", request.force);
}

}  // namespace

Reply hlo_compile(HloCompileFile request) {
  TILEGLOT_TRY_STATUS(check_outputs(request));
  TILEGLOT_TRY_STATUS(check_options(request));
  TILEGLOT_TRY(module, read_module(request.path));
  request.module = std::move(module);
  request.strategy.solver = solver_program(request.solver);
  TILEGLOT_TRY(compiled, compiled_hlo(request));
  Answer& answer = compiled.answer;
  if (request.run) {
    TILEGLOT_TRY(run,
                 core::with_line(run_compiled(compiled.module, *request.run), request.module.text));
    answer.text += run.text;
    answer.json.update(run.json);
  }
  TILEGLOT_TRY_STATUS(write_files(request, compiled));
  return std::move(answer);
}

}  // namespace tileglot::api::files
