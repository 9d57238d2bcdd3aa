// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/exchange.h"
#include "tileglot/relayout/reshard/rank_move.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

/// One chunk on its way: a send, a receive, or both.
struct Carried {
  std::optional<std::pair<std::size_t, std::span<const std::byte>>> sent = {};
  std::optional<std::pair<std::size_t, std::span<std::byte>>> received = {};

  bool has_both() const { return sent.has_value() && received.has_value(); }
};

using Address = std::tuple<std::int64_t, std::int64_t, Tag>;  ///< from, to, which chunk

/// What is under way between all ranks.
class Network {
 public:
  Network(std::int64_t ranks, const SimulateOptions& options)
      : done_(static_cast<std::size_t>(ranks)), options_(options), random_(options.seed) {}

  void add_sent(const Address& address, std::size_t request, std::span<const std::byte> buffer) {
    Carried& carried = waiting_[address];
    carried.sent = {request, buffer};
    if (carried.has_both()) ready_.push_back(address);
  }

  void add_received(const Address& address, std::size_t request, std::span<std::byte> buffer) {
    Carried& carried = waiting_[address];
    carried.received = {request, buffer};
    if (carried.has_both()) ready_.push_back(address);
  }

  std::optional<std::size_t> finished(std::int64_t rank) {
    std::deque<std::size_t>& done = done_[static_cast<std::size_t>(rank)];
    if (done.empty()) return std::nullopt;
    const std::size_t request = done.front();
    done.pop_front();
    return request;
  }

  bool is_idle() const { return ready_.empty(); }

  /// Delivers what is not delayed this time, in a random order.
  core::Status deliver() {
    std::ranges::shuffle(ready_, random_);
    std::vector<Address> delayed;
    for (const Address& address : ready_) {
      if (static_cast<int>(random_() % 100) < options_.delayed_percent) {
        delayed.push_back(address);
      } else {
        TILEGLOT_TRY_STATUS(hand_over(address));
      }
    }
    ready_ = std::move(delayed);
    return {};
  }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    std::ranges::shuffle(items, random_);
  }

  Simulation report = {};

 private:
  core::Status hand_over(const Address& address) {
    const auto node = waiting_.extract(address);
    const auto& [send, source] = *node.mapped().sent;
    const auto& [receive, target] = *node.mapped().received;
    const auto& [from, to, tag] = address;
    if (source.size() != target.size()) {
      return core::fail({.code = "reshard.size",
                         .message = fmt::format("rank {} sends {} bytes and rank {} expects {}",
                                                from, source.size(), to, target.size()),
                         .help = "this is a bug of tileglot; please report it with the shardings"});
    }
    std::ranges::copy(source, target.begin());
    ++report.chunks;
    report.carried_bytes += static_cast<std::int64_t>(source.size());
    done_[static_cast<std::size_t>(from)].push_back(send);
    done_[static_cast<std::size_t>(to)].push_back(receive);
    return {};
  }

  std::map<Address, Carried> waiting_ = {};
  std::vector<Address> ready_ = {};
  std::vector<std::deque<std::size_t>> done_;
  const SimulateOptions& options_;
  std::mt19937_64 random_;
};

/// The network as one rank sees it.
class Port final : public Exchange {
 public:
  Port(Network& network, std::int64_t rank) : network_(network), rank_(rank) {}

  void receive(std::size_t request, std::int64_t from, const Tag& tag,
               std::span<std::byte> buffer) override {
    network_.add_received({from, rank_, tag}, request, buffer);
  }
  void send(std::size_t request, std::int64_t to, const Tag& tag,
            std::span<const std::byte> buffer) override {
    network_.add_sent({rank_, to, tag}, request, buffer);
  }
  std::optional<std::size_t> finished() override { return network_.finished(rank_); }

 private:
  Network& network_;
  std::int64_t rank_;
};

core::Error of_rank(std::int64_t rank, core::Error error) {
  error->message = fmt::format("rank {}: {}", rank, error->message);
  return error;
}

core::Result<std::vector<RankMove>> moves_of(const Resharding& resharding,
                                             const SourceBuffers& sources,
                                             const TargetBuffers& targets,
                                             const MoveOptions& options) {
  std::vector<RankMove> moves;
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    auto move = RankMove::of(resharding, rank, sources[i], targets[i], options);
    if (!move) return core::fail(of_rank(rank, std::move(move).error()));
    moves.push_back(std::move(*move));
  }
  return moves;
}

core::Status check_ranks(const Resharding& resharding, std::size_t sources, std::size_t targets) {
  const auto ranks = static_cast<std::size_t>(resharding.ranks());
  if (sources == ranks && targets == ranks) return {};
  return core::fail({.code = "reshard.buffers",
                     .message = fmt::format("source buffers of {} ranks and target buffers of {} "
                                            "for {} ranks",
                                            sources, targets, ranks),
                     .help = "give each rank a list of buffers, which may be empty"});
}

/// One step of each rank that is not done, in a random order; those that are still not.
core::Result<std::vector<std::int64_t>> step_all(std::vector<RankMove>& moves, Network& network,
                                                 std::vector<std::int64_t> busy) {
  network.shuffle(busy);
  std::vector<std::int64_t> still_busy;
  for (const std::int64_t rank : busy) {
    Port port(network, rank);
    auto goes_on = moves[static_cast<std::size_t>(rank)].step(port);
    if (!goes_on) return core::fail(of_rank(rank, std::move(goes_on).error()));
    if (*goes_on) still_busy.push_back(rank);
  }
  return still_busy;
}

}  // namespace

core::Result<Simulation> simulate(const Resharding& resharding, const SourceBuffers& sources,
                                  const TargetBuffers& targets, const SimulateOptions& options) {
  TILEGLOT_TRY_STATUS(check_ranks(resharding, sources.size(), targets.size()));
  TILEGLOT_TRY(moves, moves_of(resharding, sources, targets, options.move));
  Network network(resharding.ranks(), options);
  std::vector<std::int64_t> busy(moves.size());
  std::iota(busy.begin(), busy.end(), std::int64_t{0});
  while (true) {
    TILEGLOT_TRY(still_busy, step_all(moves, network, std::move(busy)));
    busy = std::move(still_busy);
    if (busy.empty()) break;
    if (network.is_idle()) {
      return core::fail({.code = "reshard.deadlock",
                         .message = fmt::format("{} ranks wait and nothing is on its way, rank {} "
                                                "among them",
                                                busy.size(), busy.front()),
                         .help = "this is a bug of tileglot; please report it with the shardings"});
    }
    TILEGLOT_TRY_STATUS(network.deliver());
  }
  for (const RankMove& move : moves)
    network.report.peak_bytes = std::max(network.report.peak_bytes, move.peak_bytes());
  return network.report;
}

}  // namespace tileglot::relayout::reshard
