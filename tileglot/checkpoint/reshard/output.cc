// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/chosen_tiles.h"
#include "tileglot/checkpoint/reshard/detail/index_text.h"
#include "tileglot/checkpoint/reshard/detail/part_metadata.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint::reshard {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"hf", "rank", "dcp", "pieces"};

/// What goes into one file.
struct Draft {
  std::int64_t rank = 0;
  std::int64_t part = 0;   ///< of the rank
  std::int64_t parts = 1;  ///< of the rank
  std::span<const ChosenTile> tiles = {};
};

/// How many tiles go into the first part: until the next would exceed the limit, at least one.
std::size_t first_part(std::span<const ChosenTile> tiles, const OutputOptions& options) {
  if (!options.max_part_bytes) return tiles.size();
  std::size_t count = 0;
  for (std::int64_t left = *options.max_part_bytes; count < tiles.size(); ++count) {
    left -= tiles[count].bytes;
    if (left < 0 && count > 0) break;
  }
  return count;
}

/// Appends the parts of a rank; without tiles it has one.
void add_parts(std::int64_t rank, std::span<const ChosenTile> tiles, const OutputOptions& options,
               std::vector<Draft>& drafts) {
  const std::size_t first = drafts.size();
  do {
    const std::size_t count = first_part(tiles, options);
    drafts.push_back({.rank = rank, .tiles = tiles.first(count)});
    tiles = tiles.subspan(count);
  } while (!tiles.empty());
  const std::size_t parts = drafts.size() - first;
  for (std::size_t i = 0; i < parts; ++i) {
    drafts[first + i].part = static_cast<std::int64_t>(i);
    drafts[first + i].parts = static_cast<std::int64_t>(parts);
  }
}

std::vector<Draft> drafts_of(const std::vector<std::vector<ChosenTile>>& by_rank,
                             const OutputOptions& options) {
  std::vector<Draft> drafts;
  drafts.reserve(by_rank.size());
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
    if (options.names == Names::kDcp && by_rank[rank].empty()) continue;
    add_parts(static_cast<std::int64_t>(rank), by_rank[rank], options, drafts);
  }
  // A folder without any file would not be a model.
  if (drafts.empty()) drafts.emplace_back();
  return drafts;
}

std::string file_name(const Draft& draft, const OutputOptions& options) {
  if (options.names == Names::kRank) return pieces::rank_file_name(draft.rank, draft.part);
  if (options.names == Names::kDcp)
    return pieces::dcp_file_name(draft.rank + 1, draft.part + 1, draft.parts);
  if (options.names == Names::kHf && !options.max_part_bytes) return "model.safetensors";
  return fmt::format("model-{:05}-of-{:05}.safetensors", draft.part + 1, draft.parts);
}

/// Sorted as the format has them, and placed. Names are distinct.
core::Result<std::vector<Entry>> entries_of(const Draft& draft, const WantedModel& wanted,
                                            Names names) {
  std::vector<io::SafetensorsEntry> tensors;
  tensors.reserve(draft.tiles.size());
  for (const ChosenTile& chosen : draft.tiles) {
    const WantedArray& array = wanted.arrays[chosen.array];
    tensors.push_back(
        {tensor_name(array, chosen.tile, names), array.type, array.tiles[chosen.tile].extents});
  }
  std::unordered_map<std::string, const ChosenTile*> chosen_of;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    chosen_of.emplace(tensors[i].name, &draft.tiles[i]);
  TILEGLOT_TRY(placed, io::place_tensors(io::in_format_order(std::move(tensors))));
  std::vector<Entry> entries;
  entries.reserve(placed.size());
  for (io::SafetensorsTensor& tensor : placed) {
    const ChosenTile& chosen = *chosen_of.at(tensor.name);
    entries.push_back({.array = chosen.array, .tile = chosen.tile, .placed = std::move(tensor)});
  }
  return entries;
}

core::Result<std::string> header_of(std::span<const Entry> entries,
                                    const io::SafetensorsMetadata& metadata) {
  std::vector<io::SafetensorsTensor> tensors;
  tensors.reserve(entries.size());
  for (const Entry& entry : entries) tensors.push_back(entry.placed);
  return io::safetensors_header_bytes(tensors,
                                      metadata.empty() ? std::nullopt : std::optional(metadata));
}

/// A header is too long where one file has very many pieces.
core::Error of_file(core::Error error, std::string_view file) {
  error->message = fmt::format("{}: {}", file, error->message);
  if (error->code == "safetensors.header_length")
    error->help += "; more and smaller files have shorter ones";
  return error;
}

core::Result<OutputPart> part_of(const Draft& draft, const WantedModel& wanted,
                                 const io::SafetensorsMetadata& shared,
                                 const OutputOptions& options) {
  TILEGLOT_TRY(entries, entries_of(draft, wanted, options.names));
  std::string file = file_name(draft, options);
  auto header = header_of(entries, part_metadata(entries, wanted, options.names, shared));
  if (!header) return core::fail(of_file(std::move(header).error(), file));
  return OutputPart{.file = std::move(file),
                    .rank = draft.rank,
                    .entries = std::move(entries),
                    .header = *std::move(header)};
}

bool has_index(const OutputOptions& options) {
  return options.names == Names::kPieces ||
         (options.names == Names::kHf && options.max_part_bytes.has_value());
}

}  // namespace

std::optional<Names> names_of(std::string_view text) {
  const auto* const found = std::ranges::find(kNames, text);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Names>(found - kNames.begin());
}

std::string_view print(Names names) { return kNames.at(static_cast<std::size_t>(names)); }

std::int64_t Output::data_bytes() const {
  std::int64_t bytes = 0;
  for (const OutputPart& part : parts) bytes += part.data_bytes();
  return bytes;
}

core::Result<Output> planned_output(const WantedModel& wanted, const pieces::PiecedModel& source,
                                    const OutputOptions& options) {
  TILEGLOT_TRY(by_rank, chosen_tiles(wanted, options.names));
  const std::vector<Draft> drafts = drafts_of(by_rank, options);
  if (drafts.size() > kMostOutputs) return core::fail(too_many_outputs("files"));
  const io::SafetensorsMetadata shared = shared_texts(source);
  Output output;
  output.parts.reserve(drafts.size());
  for (const Draft& draft : drafts) {
    TILEGLOT_TRY(part, part_of(draft, wanted, shared, options));
    output.parts.push_back(std::move(part));
  }
  if (has_index(options)) output.index = index_text(output.parts, output.data_bytes());
  return output;
}

}  // namespace tileglot::checkpoint::reshard
