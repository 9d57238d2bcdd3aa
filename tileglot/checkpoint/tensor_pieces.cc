// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/tensor_pieces.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/checkpoint/slabs.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::checkpoint {

TensorPieces::TensorPieces(const TensorMove& move, std::int64_t most_bytes)
    : move_(&move), most_bytes_(most_bytes) {
  if (!move.maps) return;
  slabs_ = Slabs::of(*move.to, move.maps->source, move.maps->target,
                     static_cast<int>(move.source.bits()), most_bytes);
}

std::int64_t TensorPieces::count() const {
  return slabs_ ? slabs_->count() : core::ceil_div(move_->target_bytes, most_bytes_);
}

std::int64_t TensorPieces::begin(std::int64_t i) const {
  return slabs_ ? slabs_->begin(i) : i * most_bytes_;
}

std::int64_t TensorPieces::bytes(std::int64_t i) const {
  return slabs_ ? slabs_->bytes(i) : std::min(most_bytes_, move_->target_bytes - begin(i));
}

std::int64_t TensorPieces::room_bytes() const { return slabs_ ? slabs_->largest_bytes() : 0; }

core::Result<std::span<const std::byte>> TensorPieces::make(std::int64_t i,
                                                            std::span<std::byte> room) const {
  const auto size = static_cast<std::size_t>(bytes(i));
  if (!slabs_) return move_->source.data.subspan(static_cast<std::size_t>(begin(i)), size);
  TILEGLOT_TRY(plan, slabs_->plan(i));
  const auto target = room.first(size);
  TILEGLOT_TRY_STATUS(relayout::cpu::execute(
      plan, move_->source.data, target, {.threads = 1, .stores = relayout::cpu::Stores::kCached}));
  return std::span<const std::byte>(target);
}

}  // namespace tileglot::checkpoint
