// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/asked_files.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/value/agreed_type.h"

namespace tileglot::api {
namespace {

namespace files = checkpoint::reshard;
namespace mesh = notation::mesh;

/// One side: words for all arrays, or a file of rules.
struct SideWords {
  const std::string& words;
  const std::string& rules_path;
  const std::string& mesh;
  std::string_view words_option;
  std::string_view rules_option;
};

struct ReadSide {
  std::optional<mesh::Rules> rules = {};
  std::string text = {};  ///< without comments, so that those do not make another job
  std::string mesh = {};
};

core::Result<std::optional<mesh::Mesh>> read_mesh(const std::string& text) {
  if (text.empty()) return std::optional<mesh::Mesh>();
  TILEGLOT_TRY(read, core::with_line(mesh::parse_mesh(text), text));
  return std::optional(std::move(read));
}

core::Result<mesh::Rules> one_rule(const std::string& words) {
  TILEGLOT_TRY(everything, mesh::parse_pattern("*"));
  TILEGLOT_TRY(read, core::with_line(mesh::parse_words(words), words));
  mesh::Rule rule;
  rule.patterns.push_back(std::move(everything));
  rule.words = std::move(read);
  mesh::Rules rules;
  rules.rules.push_back(std::move(rule));
  return rules;
}

core::Result<std::string> text_of_file(const std::string& path) {
  TILEGLOT_TRY(file, io::MappedFile::open(path));
  const auto bytes = file.bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

core::Result<mesh::Rules> rules_of_file(const std::string& path) {
  TILEGLOT_TRY(text, text_of_file(path));
  auto rules = core::with_line(mesh::parse_rules(text), text);
  if (rules) return rules;
  core::Error error = std::move(rules).error();
  error->message = fmt::format("{}: {}", io::path_text(path), error->message);
  return core::fail(std::move(error));
}

core::Status set_mesh(mesh::Rules& rules, const SideWords& side) {
  TILEGLOT_TRY(said, read_mesh(side.mesh));
  if (!said) return {};
  if (rules.mesh && *rules.mesh != *said) {
    return core::fail({.code = "reshard.two_meshes",
                       .message = fmt::format("the rules name the mesh {}, and {} is given beside "
                                              "them",
                                              mesh::print(*rules.mesh), mesh::print(*said)),
                       .help = "say the mesh once"});
  }
  rules.mesh = std::move(said);
  return {};
}

core::Result<ReadSide> read_side(const SideWords& side) {
  if (!side.words.empty() && !side.rules_path.empty()) {
    return core::fail(
        {.code = "reshard.two_rules",
         .message = fmt::format("{} and {} both say how arrays are cut", side.words_option,
                                side.rules_option),
         .help = fmt::format("put the words into a last rule of the file: * {}", side.words)});
  }
  if (side.words.empty() && side.rules_path.empty()) return ReadSide();
  TILEGLOT_TRY(rules, side.words.empty() ? rules_of_file(side.rules_path) : one_rule(side.words));
  TILEGLOT_TRY_STATUS(set_mesh(rules, side));
  ReadSide read;
  for (const mesh::Rule& rule : rules.rules) read.text += mesh::print(rule) + "\n";
  if (rules.mesh) read.mesh = mesh::print(*rules.mesh);
  read.rules = std::move(rules);
  return read;
}

core::Result<files::Names> read_names(const ReshardFilesRequest& request, bool is_cut) {
  if (request.names.empty()) return is_cut ? files::Names::kRank : files::Names::kHf;
  if (const auto names = files::names_of(request.names)) return *names;
  return core::fail(
      {.code = "reshard.names",
       .message = fmt::format("{} does not say how files are named", io::path_text(request.names)),
       .help = "write hf, rank, dcp or pieces"});
}

/// Words that change nothing are a mistake.
core::Status check_meshes(const ReshardFilesRequest& request, const ReadSide& from,
                          const ReadSide& to) {
  const bool is_unused =
      !request.mesh.empty() && !from.rules && !(to.rules && request.to_mesh.empty());
  const bool is_to_unused = !request.to_mesh.empty() && !to.rules;
  if (!is_unused && !is_to_unused) return {};
  return core::fail({.code = "reshard.option",
                     .message = fmt::format("{} names a mesh, and no words use it",
                                            is_unused ? "--mesh" : "--to-mesh"),
                     .help = "add --to WORDS or --rules FILE"});
}

core::Status check_output(const ReshardFilesRequest& request) {
  if (request.max_part_bytes && *request.max_part_bytes < 1) {
    return core::fail({.code = "reshard.output",
                       .message = "files of no bytes hold no tensors",
                       .help = "give --max-part a size, as in 5GB"});
  }
  if (request.dry_run || !request.output.empty()) return {};
  return core::fail({.code = "reshard.output",
                     .message = "there is no folder to write to",
                     .help = "add -o OUT, or --dry-run to see the plan only"});
}

}  // namespace

core::Result<AskedFiles> asked_files(const ReshardFilesRequest& request,
                                     const Environment& environment) {
  TILEGLOT_TRY_STATUS(check_output(request));
  const std::string& to_mesh = request.to_mesh.empty() ? request.mesh : request.to_mesh;
  TILEGLOT_TRY(
      from, read_side({request.from, request.from_rules, request.mesh, "--from", "--from-rules"}));
  TILEGLOT_TRY(to, read_side({request.to, request.rules, to_mesh, "--to", "--rules"}));
  TILEGLOT_TRY_STATUS(check_meshes(request, from, to));
  TILEGLOT_TRY(names, read_names(request, to.rules.has_value()));
  TILEGLOT_TRY(worker, worker_of(request.worker, request.workers, environment));
  TILEGLOT_TRY(type, value::named_type(request.dtype));
  AskedFiles asked{.worker = worker};
  asked.plan = {
      .input = request.input,
      .from = std::move(from.rules),
      .to = std::move(to.rules),
      .words = {.from = std::move(from.text),
                .to = std::move(to.text),
                .mesh = fmt::format("{}{}{}", from.mesh, from.mesh.empty() ? "" : " -> ", to.mesh),
                .names = names,
                .max_part_bytes = request.max_part_bytes},
      .output = {.names = names, .max_part_bytes = request.max_part_bytes},
      .npy_type = type,
      .workers = worker.count};
  return asked;
}

}  // namespace tileglot::api
