// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/index_text.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>

#include "tileglot/checkpoint/reshard/output.h"

namespace tileglot::checkpoint::reshard {

IndexText index_text(std::span<const OutputPart> parts, std::int64_t total_bytes) {
  using Json = nlohmann::json;
  Json map = Json::object();
  for (const OutputPart& part : parts) {
    for (const Entry& entry : part.entries) map.emplace(entry.placed.name, part.file);
  }
  Json index = {{"metadata", {{"total_size", total_bytes}}}};
  index.emplace("weight_map", std::move(map));
  return {.file = "model.safetensors.index.json", .text = index.dump(2, ' ', true) + '\n'};
}

}  // namespace tileglot::checkpoint::reshard
