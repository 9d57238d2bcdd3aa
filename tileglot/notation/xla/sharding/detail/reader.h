// SPDX-License-Identifier: Apache-2.0
// sharding/detail/reader.h: reads shardings item by item.
//
// What     ShardingReader::sharding reads a single one or a tuple. sharding/detail/items.h decides
//          what the items of a single one mean together.
// Errors   Those of sharding/parse.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/sharding/detail/items.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

class ShardingReader {
 public:
  explicit ShardingReader(core::Scanner& scanner) : scanner_(scanner) {}

  core::Result<Sharding> sharding();

 private:
  core::Result<Sharding> tuple();
  core::Result<Sharding> single(std::size_t begin);
  core::Status item(ShardingItems& items);
  core::Status word(std::string_view name, std::size_t begin, ShardingItems& items);
  core::Status attribute(std::string_view name, std::size_t begin, ShardingItems& items);
  core::Status device(ShardingItems& items);
  core::Status tiles(ShardingItems& items);
  core::Result<IotaOrder> iota();
  core::Status permutation(IotaOrder& order);
  core::Status subgroups(ShardingItems& items);
  core::Status group(ShardGroup::Relation relation, ShardingItems& items);
  core::Status numbers(std::string_view what, std::vector<std::int64_t>& out);
  std::size_t start();
  core::Status unknown(std::string_view expected, std::size_t begin);
  /// Orders that must be listed may be longer than their text, so their total length is bounded.
  core::Status count_listed(const Sharding& sharding, std::size_t begin);

  core::Scanner& scanner_;
  std::int64_t listed_ = 0;
};

}  // namespace tileglot::notation::xla
