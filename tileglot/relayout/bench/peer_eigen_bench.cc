// SPDX-License-Identifier: Apache-2.0
// peer_eigen_bench.cc: Eigen's shuffle of a tensor. Both sides have to be dense.
#define EIGEN_USE_THREADS
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <unsupported/Eigen/CXX11/Tensor>
#include <utility>
#include <vector>

#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

constexpr std::size_t kMaxRank = 6;

/// The threads of one mover.
struct Threads {
  explicit Threads(int count) : pool(count), device(&pool, count) {}
  Eigen::ThreadPool pool;
  Eigen::ThreadPoolDevice device;
};

/// Extents in the order of the axes, given by their numbers.
template <std::size_t Rank>
std::array<Eigen::Index, Rank> extents_of(const StridedMove& move, const std::vector<int>& order) {
  std::array<Eigen::Index, Rank> extents = {};
  for (std::size_t k = 0; k < Rank; ++k) {
    extents[k] = move.axes[static_cast<std::size_t>(order[k])].count;
  }
  return extents;
}

template <class Item, std::size_t Rank>
Mover mover_of(const StridedMove& move, const Transfer& transfer, int threads) {
  using From = Eigen::TensorMap<const Eigen::Tensor<Item, int{Rank}, Eigen::RowMajor>>;
  using To = Eigen::TensorMap<Eigen::Tensor<Item, int{Rank}, Eigen::RowMajor>>;
  const std::vector<int> order = move.target_order();
  std::array<int, Rank> permutation = {};
  std::copy(order.begin(), order.end(), permutation.begin());
  std::vector<int> in_source = order;
  std::sort(in_source.begin(), in_source.end());
  const From from(reinterpret_cast<const Item*>(transfer.source().data() + move.from),
                  extents_of<Rank>(move, in_source));
  To to(reinterpret_cast<Item*>(transfer.target().data() + move.to), extents_of<Rank>(move, order));
  if (threads == 1) {
    return {.name = "Eigen", .run = [=]() mutable { to = from.shuffle(permutation); }};
  }
  return {.name = "Eigen", .run = [=, pool = std::make_shared<Threads>(threads)]() mutable {
            to.device(pool->device) = from.shuffle(permutation);
          }};
}

template <class Item, std::size_t... Ranks>
std::optional<Mover> with_rank(const StridedMove& move, const Transfer& transfer, int threads,
                               std::index_sequence<Ranks...>) {
  std::optional<Mover> mover;
  const auto try_rank = [&]<std::size_t Rank>() {
    if (move.axes.size() == Rank) mover = mover_of<Item, Rank>(move, transfer, threads);
  };
  (try_rank.template operator()<Ranks + 1>(), ...);
  return mover;
}

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  if (!move.is_transpose()) return {};
  constexpr auto kRanks = std::make_index_sequence<kMaxRank>();
  switch (move.item_bytes) {
    case 1: return with_rank<std::int8_t>(move, transfer, threads, kRanks);
    case 2: return with_rank<std::int16_t>(move, transfer, threads, kRanks);
    case 4: return with_rank<float>(move, transfer, threads, kRanks);
    case 8: return with_rank<double>(move, transfer, threads, kRanks);
    default: return {};
  }
}

}  // namespace

Peer eigen() {
  return {.name = "Eigen",
          .remark = fmt::format("{}.{}.{}, compiled for this processor", EIGEN_WORLD_VERSION,
                                EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
          .make = make};
}

}  // namespace tileglot::relayout::bench
