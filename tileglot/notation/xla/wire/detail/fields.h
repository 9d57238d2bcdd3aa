// SPDX-License-Identifier: Apache-2.0
// wire/detail/fields.h: the numbers of the fields of XLA's messages.
//
// Source   XLA, xla_data.proto.
#pragma once

#include <cstdint>

#include "tileglot/core/checked.h"

namespace tileglot::notation::xla {

/// TileProto and SplitConfigProto.
constexpr std::uint32_t kTileDimensions = 1;
constexpr std::uint32_t kSplitDimension = 1;
constexpr std::uint32_t kSplitIndices = 2;

/// LayoutProto.
enum LayoutField : std::uint32_t {
  kMinorToMajor = 1,
  kTiles = 6,
  kElementSizeInBits = 7,
  kMemorySpace = 8,
  kPhysicalShape = 10,
  kIndexType = 11,
  kPointerType = 12,
  kMetadataPrefixBytes = 15,
  kTailPadding = 16,
  kSplitConfigs = 17,
};

/// ShapeProto.
enum ShapeField : std::uint32_t {
  kElementType = 2,
  kDimensions = 3,
  kTupleShapes = 4,
  kLayout = 5,
  kIsDynamic = 6,
};

/// OpSharding.
enum ShardingField : std::uint32_t {
  kShardingType = 1,
  kTileDims = 3,
  kTileDevices = 4,
  kTupleShardings = 5,
  kReplicateOnLastTileDim = 6,
  kShardingMetadata = 7,
  kLastTileDims = 8,
  kIotaReshapeDims = 9,
  kIotaTransposePerm = 10,
  kIsShardGroup = 11,
  kShardGroupId = 12,
  kShardGroupType = 13,
  kNamedSharding = 14,
};

/// The value for `*` of a tile and `?` of a dimension.
constexpr std::int64_t kNoSize = core::kInt64Min;

}  // namespace tileglot::notation::xla
