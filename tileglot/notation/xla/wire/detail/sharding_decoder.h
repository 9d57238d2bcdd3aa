// SPDX-License-Identifier: Apache-2.0
// sharding_decoder.h: decodes OpSharding messages.
//
// What     ShardingDecoder::sharding reads a message that begins at byte `begin` of the whole text.
// Errors   Those of sharding_wire.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::notation::xla {

class ShardingDecoder {
 public:
  core::Result<Sharding> sharding(std::string_view bytes, std::size_t begin);

 private:
  struct Fields {
    std::int64_t type = 0;
    std::vector<std::int64_t> dims = {};
    std::vector<std::int64_t> devices = {};
    IotaOrder order = {};
    std::vector<std::int64_t> last_tile_dims = {};
    std::int64_t last_tile_dim_replicate = 0;
    std::int64_t is_group = 0;
    std::int64_t group_id = 0;
    std::int64_t group_type = 0;
    std::vector<OpMetadata> metadata = {};
    std::vector<Sharding> elements = {};
  };

  core::Status read(const WireField& field, Fields& out);
  core::Status element(const WireField& field, Fields& out);
  static core::Status metadata(const WireField& field, Fields& out);
  static core::Result<Sharding> meaning(Fields& fields);
  static core::Result<Sharding> tiled(const Fields& fields);
  static core::Result<std::optional<ShardGroup>> group(const Fields& fields);

  std::size_t depth_ = 0;
  std::size_t shardings_ = 0;
  std::size_t listed_ = 0;  ///< devices listed in all nested shardings
};

}  // namespace tileglot::notation::xla
