// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/words.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/named_sharding.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/placement/mesh.h"
#include "tileglot/placement/spread.h"
#include "tileglot/placement/xla.h"

namespace tileglot::placement {
namespace {

core::Result<Spread> read_words(std::string_view text, std::span<const std::int64_t> extents,
                                const Context& context) {
  TILEGLOT_TRY(words, notation::mesh::parse_words(text));
  const bool has_mesh = std::holds_alternative<notation::mesh::NamedSharding>(words);
  const auto& mesh = has_mesh ? std::nullopt : context.mesh;
  TILEGLOT_TRY(cut, notation::mesh::cut_on(words, mesh, extents.size()));
  return spread_of(cut, extents);
}

/// XLA keeps {replicated} of a sharding that cuts nothing, on whichever devices there are.
core::Error lost_devices() {
  return {
      {.code = "placement.devices",
       .message = "the sharding cuts nothing, so XLA reads it as {replicated}, without its devices",
       .help = "write {replicated} and say the number of ranks (--ranks 8), or, for one rank, "
               "{maximal device=0}"}};
}

core::Result<Spread> read_any(std::string_view text, std::span<const std::int64_t> extents,
                              const Context& context) {
  if (text.find_first_not_of(" \t\n") == std::string_view::npos) {
    return core::fail({.code = "placement.words",
                       .message = "the text of a sharding is empty",
                       .help = "write {devices=[2,2]<=[4]}, P('x', None) or [Shard(0)]"});
  }
  if (notation::mesh::looks_like_words(text)) return read_words(text, extents, context);
  TILEGLOT_TRY(sharding, notation::xla::parse_sharding(text));
  const bool is_whole = sharding.kind == notation::xla::ShardingKind::kReplicated;
  if (is_whole && text.find("devices") != std::string_view::npos) return core::fail(lost_devices());
  std::optional<std::int64_t> devices = context.devices;
  if (!devices && context.mesh) devices = notation::mesh::device_count(*context.mesh);
  return spread_of(sharding, extents, devices);
}

}  // namespace

core::Result<Needs> needs_of(std::string_view text) {
  if (notation::mesh::looks_like_words(text)) {
    TILEGLOT_TRY(words, core::with_line(notation::mesh::parse_words(text), text));
    const bool has_mesh = std::holds_alternative<notation::mesh::NamedSharding>(words);
    return has_mesh ? Needs::kNothing : Needs::kMesh;
  }
  TILEGLOT_TRY(sharding, core::with_line(notation::xla::parse_sharding(text), text));
  const bool is_whole = sharding.kind == notation::xla::ShardingKind::kReplicated;
  return is_whole ? Needs::kDevices : Needs::kNothing;
}

core::Result<Spread> read_spread(std::string_view text, std::span<const std::int64_t> extents,
                                 const Context& context) {
  return core::with_line(read_any(text, extents, context), text);
}

}  // namespace tileglot::placement
