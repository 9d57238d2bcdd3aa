// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/rank_move.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/chunks.h"
#include "tileglot/relayout/reshard/exchange.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/tile_buffers.h"

namespace tileglot::relayout::reshard {
namespace {

core::Result<map::IndexMap> wire_of(const map::Box& box) {
  std::vector<std::int64_t> extents;
  extents.reserve(box.begin.size());
  for (std::size_t k = 0; k < box.begin.size(); ++k) extents.push_back(box.end[k] - box.begin[k]);
  return row_major(extents);
}

/// A chunk under way.
struct Flight {
  const Chunk* chunk = nullptr;
  bool incoming = false;
  std::vector<std::byte> bytes = {};
};

Tag tag_of(const Chunk& chunk) { return {chunk.forwarded, chunk.number}; }

}  // namespace

struct RankMove::Parts {
  const Resharding* resharding = nullptr;
  std::vector<std::span<const std::byte>> sources = {};
  std::vector<std::span<std::byte>> targets = {};
  MoveOptions options = {};
  Chunks chunks = {};
  TileBuffers had = {};
  TileBuffers wanted = {};
  bool has_begun = false;
  std::size_t next_sent = 0;
  std::size_t next_received = 0;
  std::size_t sending = 0;
  std::size_t receiving = 0;
  std::size_t direct_left = 0;  ///< chunks to receive before the first is forwarded
  std::size_t next_request = 0;
  std::unordered_map<std::size_t, Flight> flights = {};
  std::int64_t held_bytes = 0;
  std::int64_t peak_bytes = 0;

  bool is_done() const {
    return next_sent == chunks.sent.size() && next_received == chunks.received.size() &&
           flights.empty();
  }

  core::Status move(const map::IndexMap& from, const map::IndexMap& to, int bits,
                    std::span<const std::byte> source, std::span<std::byte> target) const {
    TILEGLOT_TRY(plan, plan::plan(from, to, bits, {.check_injective = false}));
    if (options.execute) return options.execute(plan, source, target);
    return plan::interpret(plan, source, target, false);
  }

  /// What a rank wants and has moves within it; padding becomes zero.
  core::Status begin() {
    has_begun = true;
    for (std::size_t i = 0; i < resharding->arrays().size(); ++i) {
      for (const TileBuffer& to : wanted.of_array(i)) {
        const auto bytes = static_cast<std::size_t>(to.bytes);
        std::ranges::fill(targets[to.number].first(bytes), std::byte{0});
        // A tile whose layout puts two elements at one position would lose one of them.
        TILEGLOT_TRY_STATUS(plan::plan(to.map, to.map, resharding->arrays()[i].element_bits));
        for (const TileBuffer& from : had.of_array(i)) TILEGLOT_TRY_STATUS(stay(i, from, to));
      }
    }
    return {};
  }

  core::Status stay(std::size_t array, const TileBuffer& from, const TileBuffer& to) const {
    const auto both = map::intersection(from.box, to.box);
    if (!both) return {};
    TILEGLOT_TRY(source, part_of(from, *both));
    TILEGLOT_TRY(target, part_of(to, *both));
    return move(source, target, resharding->arrays()[array].element_bits, sources[from.number],
                targets[to.number]);
  }

  core::Status pack(Flight& flight) const {
    for (const Part& part : flight.chunk->parts) {
      const bool forwarded = flight.chunk->forwarded;
      const TileBuffer& tile = forwarded ? wanted.at(part.array, part.target_tile)
                                         : had.at(part.array, part.source_tile);
      const std::span<const std::byte> source =
          forwarded ? targets[tile.number] : sources[tile.number];
      TILEGLOT_TRY(from, part_of(tile, part.box));
      TILEGLOT_TRY(wire, wire_of(part.box));
      TILEGLOT_TRY_STATUS(move(from, wire, resharding->arrays()[part.array].element_bits, source,
                               wire_bytes(flight, part)));
    }
    return {};
  }

  core::Status unpack(Flight& flight) const {
    for (const Part& part : flight.chunk->parts) {
      const TileBuffer& tile = wanted.at(part.array, part.target_tile);
      TILEGLOT_TRY(wire, wire_of(part.box));
      TILEGLOT_TRY(to, part_of(tile, part.box));
      TILEGLOT_TRY_STATUS(move(wire, to, resharding->arrays()[part.array].element_bits,
                               wire_bytes(flight, part), targets[tile.number]));
    }
    return {};
  }

  static std::span<std::byte> wire_bytes(Flight& flight, const Part& part) {
    return std::span(flight.bytes)
        .subspan(static_cast<std::size_t>(part.begin_byte), static_cast<std::size_t>(part.bytes));
  }

  Flight& take_off(const Chunk& chunk, bool incoming) {
    Flight& flight = flights[next_request];
    flight = {&chunk, incoming, std::vector<std::byte>(static_cast<std::size_t>(chunk.bytes))};
    held_bytes += chunk.bytes;
    peak_bytes = std::max(peak_bytes, held_bytes);
    return flight;
  }

  void post_receives(Exchange& exchange) {
    while (receiving < options.window && next_received < chunks.received.size()) {
      const Chunk& chunk = chunks.received[next_received++];
      Flight& flight = take_off(chunk, true);
      ++receiving;
      exchange.receive(next_request++, chunk.from, tag_of(chunk), flight.bytes);
    }
  }

  core::Status start_sends(Exchange& exchange) {
    while (sending < options.window && next_sent < chunks.sent.size()) {
      const Chunk& chunk = chunks.sent[next_sent];
      if (chunk.forwarded && direct_left > 0) return {};
      ++next_sent;
      Flight& flight = take_off(chunk, false);
      TILEGLOT_TRY_STATUS(pack(flight));
      ++sending;
      exchange.send(next_request++, chunk.to, tag_of(chunk), flight.bytes);
    }
    return {};
  }

  core::Status land(std::size_t request) {
    const auto found = flights.find(request);
    Flight flight = std::move(found->second);
    flights.erase(found);
    held_bytes -= flight.chunk->bytes;
    if (!flight.incoming) {
      --sending;
      return {};
    }
    --receiving;
    if (!flight.chunk->forwarded) --direct_left;
    return unpack(flight);
  }
};

RankMove::RankMove(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RankMove::RankMove(RankMove&&) noexcept = default;
RankMove& RankMove::operator=(RankMove&&) noexcept = default;
RankMove::~RankMove() = default;

core::Result<RankMove> RankMove::of(const Resharding& resharding, std::int64_t rank,
                                    std::vector<std::span<const std::byte>> sources,
                                    std::vector<std::span<std::byte>> targets,
                                    const MoveOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->resharding = &resharding;
  parts->options = options;
  parts->options.window = std::max<std::size_t>(options.window, 1);
  TILEGLOT_TRY(had, TileBuffers::of_sources(resharding.arrays(), rank));
  TILEGLOT_TRY(wanted, TileBuffers::of_targets(resharding.arrays(), rank));
  TILEGLOT_TRY_STATUS(had.check(sources, "source"));
  TILEGLOT_TRY_STATUS(wanted.check(targets, "target"));
  TILEGLOT_TRY(chunks, chunks_of(resharding, rank, options.chunk_bytes));
  parts->had = std::move(had);
  parts->wanted = std::move(wanted);
  parts->chunks = std::move(chunks);
  parts->sources = std::move(sources);
  parts->targets = std::move(targets);
  parts->direct_left = static_cast<std::size_t>(
      std::ranges::count(parts->chunks.received, false, &Chunk::forwarded));
  return RankMove(std::move(parts));
}

core::Result<bool> RankMove::step(Exchange& exchange) {
  if (!parts_->has_begun) TILEGLOT_TRY_STATUS(parts_->begin());
  while (const auto request = exchange.finished()) TILEGLOT_TRY_STATUS(parts_->land(*request));
  parts_->post_receives(exchange);
  TILEGLOT_TRY_STATUS(parts_->start_sends(exchange));
  return !parts_->is_done();
}

std::int64_t RankMove::peak_bytes() const { return parts_->peak_bytes; }

}  // namespace tileglot::relayout::reshard
