// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/part_metadata.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/chosen_tiles.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint::reshard {
namespace {

/// Of pieces, the tensors that are not whole arrays of their own names and of no words.
bool needs_record(const Entry& entry, const WantedArray& array, Names names) {
  return names == Names::kRank || entry.placed.name != array.name || !array.sharding.empty();
}

io::SafetensorsMetadata records_of(std::span<const Entry> entries, const WantedModel& wanted,
                                   Names names) {
  std::vector<pieces::RecordedTensor> records;
  records.reserve(entries.size());
  for (const Entry& entry : entries) {
    const WantedArray& array = wanted.arrays[entry.array];
    if (!needs_record(entry, array, names)) continue;
    const bool is_named_so = entry.placed.name == array.name;
    records.push_back({.name = entry.placed.name,
                       .record = {.array = is_named_so ? "" : array.name,
                                  .begin = array.tiles[entry.tile].begin,
                                  .extents = array.extents,
                                  .sharding = array.sharding}});
  }
  return pieces::recorded_metadata(records);
}

io::SafetensorsMetadata dcp_texts(std::span<const Entry> entries, const WantedModel& wanted) {
  std::vector<pieces::SavedOffsets> offsets;
  offsets.reserve(entries.size());
  for (const Entry& entry : entries) {
    const WantedArray& array = wanted.arrays[entry.array];
    offsets.push_back({.name = array.name, .begin = array.tiles[entry.tile].begin});
  }
  return pieces::dcp_metadata(offsets);
}

/// `texts`, and those of `more` whose keys are not among them.
io::SafetensorsMetadata joined(io::SafetensorsMetadata texts, const io::SafetensorsMetadata& more) {
  const auto own = static_cast<std::ptrdiff_t>(texts.size());
  for (const auto& [key, text] : more) {
    const std::span has(texts.begin(), texts.begin() + own);
    if (std::ranges::find(has, key, &std::pair<std::string, std::string>::first) == has.end())
      texts.emplace_back(key, text);
  }
  return texts;
}

}  // namespace

io::SafetensorsMetadata shared_texts(const pieces::PiecedModel& source) {
  if (source.files.empty()) return {};
  io::SafetensorsMetadata shared = source.files.front().texts;
  for (const pieces::PiecedFile& file : std::span(source.files).subspan(1)) {
    std::map<std::string_view, std::string_view> texts(file.texts.begin(), file.texts.end());
    std::erase_if(shared, [&](const auto& own) {
      const auto found = texts.find(own.first);
      return found == texts.end() || found->second != own.second;
    });
  }
  return shared;
}

io::SafetensorsMetadata part_metadata(std::span<const Entry> entries, const WantedModel& wanted,
                                      Names names, const io::SafetensorsMetadata& shared) {
  if (names == Names::kHf) return shared;
  // Torch's three texts replace those of the same keys.
  if (names == Names::kDcp) return joined(dcp_texts(entries, wanted), shared);
  io::SafetensorsMetadata texts = shared;
  for (auto& record : records_of(entries, wanted, names)) texts.push_back(std::move(record));
  return texts;
}

}  // namespace tileglot::checkpoint::reshard
