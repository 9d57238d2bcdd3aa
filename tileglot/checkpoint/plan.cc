// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/plan.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/checkpoint/tensor_rules.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/index.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint {
namespace {

/// Marks that the source has an empty `__metadata__`, so that moving the model back restores it.
constexpr std::string_view kEmptyKey = "tileglot.metadata";
constexpr std::string_view kEmptyValue = "empty";

struct Rules {
  TensorRules targets;
  TensorRules types;
};

core::Result<Rules> rules_of(const RelayoutOptions& options) {
  TILEGLOT_TRY(targets, TensorRules::of(options.maps, "--map"));
  TILEGLOT_TRY(types, TensorRules::of(options.dtype_rules, "--dtype"));
  if (!options.to.empty()) targets.add_default(options.to);
  if (options.dtype) types.add_default(*options.dtype);
  return Rules{std::move(targets), std::move(types)};
}

core::Result<TensorMove> move_of(const Part& part, const io::SafetensorsTensor& tensor,
                                 Rules& rules) {
  const auto target = rules.targets.value_of(tensor.name);
  const auto type_text = rules.types.value_of(tensor.name);
  std::optional<core::ElementType> type;
  if (type_text) {
    TILEGLOT_TRY(named, core::parse_element_type(*type_text));
    type = named;
  }
  // A record of a tensor that no rule names is copied unchanged.
  TILEGLOT_TRY(packed, packed_tensor(part, tensor, type));
  return tensor_move(std::move(packed), target);
}

bool is_ours(std::string_view key) {
  return key.starts_with(kLayoutKey) || key.starts_with(kDtypeKey) || key == kEmptyKey;
}

/// Drops our own records.
io::SafetensorsMetadata own_texts(const io::SafetensorsMetadata& metadata) {
  io::SafetensorsMetadata texts;
  std::ranges::copy_if(metadata, std::back_inserter(texts),
                       [](const auto& entry) { return !is_ours(entry.first); });
  return texts;
}

io::SafetensorsMetadata records_of(const std::vector<TensorMove>& moves) {
  io::SafetensorsMetadata records;
  for (const TensorMove& move : moves) {
    const std::string& name = move.source.name;
    if (move.layout_record)
      records.emplace_back(std::string(kLayoutKey) + name, *move.layout_record);
    if (move.dtype_record) records.emplace_back(std::string(kDtypeKey) + name, *move.dtype_record);
  }
  return records;
}

std::optional<io::SafetensorsMetadata> metadata_of(const Part& part,
                                                   const std::vector<TensorMove>& moves) {
  const auto& before = part.tensors.header.metadata;
  io::SafetensorsMetadata texts = before ? own_texts(*before) : io::SafetensorsMetadata();
  const bool is_empty_there =
      before && (before->empty() || part.texts.find(kEmptyKey) != part.texts.end());
  const io::SafetensorsMetadata records = records_of(moves);
  if (texts.empty() && records.empty() && !is_empty_there) return std::nullopt;
  if (texts.empty() && !records.empty() && is_empty_there)
    texts.emplace_back(kEmptyKey, kEmptyValue);
  texts.insert(texts.end(), records.begin(), records.end());
  return texts;
}

std::vector<io::SafetensorsEntry> entries_of(const std::vector<TensorMove>& moves) {
  std::vector<io::SafetensorsEntry> entries;
  entries.reserve(moves.size());
  for (const TensorMove& move : moves) {
    entries.push_back({move.source.name, move.source.stored_type, move.stored_shape});
  }
  return entries;
}

core::Result<PartPlan> plan_part(const Part& part, std::string path, Rules& rules) {
  PartPlan plan{.path = std::move(path)};
  plan.moves.reserve(part.tensors.header.tensors.size());
  for (const io::SafetensorsTensor& tensor : part.tensors.header.tensors) {
    TILEGLOT_TRY(move, move_of(part, tensor, rules));
    plan.moves.push_back(std::move(move));
  }
  TILEGLOT_TRY(placed, io::place_tensors(entries_of(plan.moves)));
  TILEGLOT_TRY(header, io::safetensors_header_bytes(placed, metadata_of(part, plan.moves)));
  plan.placed = std::move(placed);
  plan.header = std::move(header);
  return plan;
}

/// The index's size plus the growth of the tensors.
std::string new_index(const Index& index, std::int64_t before, std::int64_t after) {
  if (!index.index.total_size) return index.text;
  const std::int64_t size = core::saturating_add(*index.index.total_size, after - before);
  return io::with_total_size(index.text, index.index, size);
}

/// The files that hold a model, by whatever path they are reached.
class Sources {
 public:
  explicit Sources(const Checkpoint& checkpoint) {
    add(checkpoint.path);
    for (const Part& part : checkpoint.parts) add(part.tensors.file.name());
  }

  core::Status refuse_as_target(const std::string& path) const {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return {};
    const auto source = sources_.find({status.st_dev, status.st_ino});
    if (source == sources_.end()) return {};
    return core::fail(
        {.code = "checkpoint.same_file",
         .message = fmt::format("{} would be written over itself", io::path_text(source->second)),
         .help = "a kill would leave neither; name another file, or another folder for the index "
                 "of a model in parts"});
  }

 private:
  void add(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0) sources_[{status.st_dev, status.st_ino}] = path;
  }

  std::map<std::pair<dev_t, ino_t>, std::string> sources_;
};

core::Result<std::string> part_path(const Checkpoint& checkpoint, const Part& part,
                                    const std::string& output) {
  if (!checkpoint.index) return output;
  std::string path = folder_of(output) + part.name;
  if (path != output) return path;
  return core::fail(
      {.code = "checkpoint.same_file",
       .message = fmt::format("{} would be the index and a part", io::path_text(path)),
       .help = "give the index another name"});
}

core::Status check_output(const Checkpoint& checkpoint, const RelayoutOptions& options) {
  if (options.output == kStdout) {
    if (!checkpoint.index) return {};
    return core::fail(
        {.code = "checkpoint.stream",
         .message = fmt::format("a model in {} parts is not one stream", checkpoint.parts.size()),
         .help = "name an index: -o OUT/model.safetensors.index.json"});
  }
  if (options.output.ends_with(".npy")) {
    return core::fail(
        {.code = "checkpoint.kind",
         .message = fmt::format("{} is a model, and {} would be one tensor",
                                io::path_text(options.input), io::path_text(options.output)),
         .help = "name a model: -o OUT.safetensors"});
  }
  if (options.output.empty() || is_index_path(options.output) == checkpoint.index.has_value()) {
    return {};
  }
  return core::fail(
      {.code = "checkpoint.kind",
       .message = fmt::format("{} is {}, and {} is not", io::path_text(options.input),
                              checkpoint.index ? "the index of a model in parts" : "one file",
                              io::path_text(options.output)),
       .help = checkpoint.index ? "name an index in another folder: -o OUT/model.safetensors."
                                  "index.json; the parts are written beside it"
                                : "name a file: -o OUT.safetensors"});
}

}  // namespace

std::int64_t PartPlan::file_bytes() const {
  return core::saturating_add(data_bytes(), static_cast<std::int64_t>(header.size()));
}

std::int64_t Plan::data_bytes() const {
  std::int64_t bytes = 0;
  for (const PartPlan& part : parts) bytes = core::saturating_add(bytes, part.data_bytes());
  return bytes;
}

std::int64_t Plan::padding_bytes() const {
  std::int64_t bytes = 0;
  for (const PartPlan& part : parts) {
    for (const TensorMove& move : part.moves)
      bytes = core::saturating_add(bytes, move.padding_bytes);
  }
  return bytes;
}

std::vector<const TensorMove*> moves_of(const Plan& plan) {
  std::vector<const TensorMove*> moves;
  for (const PartPlan& part : plan.parts) {
    for (const TensorMove& move : part.moves) moves.push_back(&move);
  }
  return moves;
}

core::Result<Plan> plan_relayout(const Checkpoint& checkpoint, const RelayoutOptions& options) {
  TILEGLOT_TRY_STATUS(check_output(checkpoint, options));
  const Sources sources(checkpoint);
  if (options.output != kStdout) TILEGLOT_TRY_STATUS(sources.refuse_as_target(options.output));
  TILEGLOT_TRY(rules, rules_of(options));
  Plan plan{.path = options.output};
  plan.parts.reserve(checkpoint.parts.size());
  for (const Part& part : checkpoint.parts) {
    TILEGLOT_TRY(path, part_path(checkpoint, part, options.output));
    if (path != kStdout) TILEGLOT_TRY_STATUS(sources.refuse_as_target(path));
    TILEGLOT_TRY(planned, plan_part(part, std::move(path), rules));
    plan.parts.push_back(std::move(planned));
  }
  TILEGLOT_TRY_STATUS(rules.targets.unmatched());
  TILEGLOT_TRY_STATUS(rules.types.unmatched());
  if (checkpoint.index) {
    plan.index_text = new_index(*checkpoint.index, checkpoint.data_bytes(), plan.data_bytes());
  }
  return plan;
}

}  // namespace tileglot::checkpoint
