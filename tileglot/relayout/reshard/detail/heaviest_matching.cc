// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/detail/heaviest_matching.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tileglot::relayout::reshard {
namespace {

using Vertex = std::uint32_t;

/// Adds the sources one by one. Each search is Dijkstra's from one source over slacks, which are
/// source_price + target_price - weight >= 0: from a source by any edge to a target, and from a
/// matched target to its source for nothing. It ends at a target that is free, or at a source that
/// gives up its target, which costs its price: it drops to 0 then.
template <class Number>
class MatchingSearch {
 public:
  explicit MatchingSearch(const Edges<Number>& edges);
  void add(Vertex source);
  Matching<Number> result() && { return std::move(matching_); }

 private:
  /// A target whose distance may have fallen since.
  using Reached = std::pair<Number, Vertex>;
  struct Scanned {
    Vertex source;
    Number distance;
  };

  void start(Vertex source);
  void scan(Vertex source, Number distance);
  void reach(Vertex target, Vertex source, Number distance);
  std::optional<Reached> nearest();
  void shift_prices();
  void exchange();

  const Edges<Number>& edges_;
  Matching<Number> matching_;

  // Of the present search.
  std::uint64_t search_ = 0;
  Vertex root_ = 0;
  Number shortest_ = 0;  ///< to the best end so far
  std::optional<Vertex> free_target_;
  Vertex leaving_ = 0;  ///< the source at the end, where that is not a free target
  std::vector<Scanned> scanned_;
  std::vector<Vertex> here_;   ///< targets as near as the last one scanned
  std::vector<Reached> heap_;  ///< farther ones

  // By target.
  std::vector<std::uint64_t> reached_in_;  ///< the search in which the next two were written
  std::vector<Number> distance_;
  std::vector<Vertex> from_;
  std::vector<std::uint64_t> settled_in_;
};

template <class Number>
MatchingSearch<Number>::MatchingSearch(const Edges<Number>& edges) : edges_(edges) {
  const std::size_t n = edges.first.size() - 1;
  matching_.source_of.resize(n);
  matching_.target_of.resize(n);
  matching_.source_price.resize(n);
  matching_.target_price.resize(n);
  reached_in_.resize(n);
  distance_.resize(n);
  from_.resize(n);
  settled_in_.resize(n);
  for (std::size_t s = 0; s < n; ++s) {
    Number& price = matching_.source_price[s];
    for (std::size_t e = edges.first[s]; e < edges.first[s + 1]; ++e)
      price = std::max(price, edges.weight[e]);
  }
}

template <class Number>
void MatchingSearch<Number>::start(Vertex source) {
  ++search_;
  root_ = source;
  leaving_ = source;
  shortest_ = matching_.source_price[source];
  free_target_.reset();
  scanned_.clear();
  here_.clear();
  heap_.clear();
}

template <class Number>
void MatchingSearch<Number>::add(Vertex source) {
  start(source);
  scan(source, 0);
  while (const std::optional<Reached> next = nearest()) {
    const auto [distance, target] = *next;
    settled_in_[target] = search_;
    const Vertex holder = *matching_.source_of[target];
    const Number end = distance + matching_.source_price[holder];
    if (end < shortest_) {
      shortest_ = end;
      leaving_ = holder;
      free_target_.reset();
    }
    scan(holder, distance);
  }
  shift_prices();
  exchange();
}

template <class Number>
void MatchingSearch<Number>::scan(Vertex source, Number distance) {
  scanned_.push_back({source, distance});
  const Number base = distance + matching_.source_price[source];
  for (std::size_t e = edges_.first[source]; e < edges_.first[source + 1]; ++e) {
    const Vertex target = edges_.target[e];
    const Number there = base + matching_.target_price[target] - edges_.weight[e];
    // What is not nearer than an end that is known leads to no better one.
    if (there < shortest_) reach(target, source, there);
  }
}

template <class Number>
void MatchingSearch<Number>::reach(Vertex target, Vertex source, Number distance) {
  if (!matching_.source_of[target]) {
    shortest_ = distance;
    free_target_ = target;
    from_[target] = source;
    return;
  }
  if (reached_in_[target] == search_ && distance_[target] <= distance) return;
  reached_in_[target] = search_;
  distance_[target] = distance;
  from_[target] = source;
  if (distance == scanned_.back().distance) {
    here_.push_back(target);
    return;
  }
  heap_.emplace_back(distance, target);
  std::ranges::push_heap(heap_, std::greater<>());
}

/// The nearest target whose source is not scanned; none if an end is nearer.
template <class Number>
std::optional<typename MatchingSearch<Number>::Reached> MatchingSearch<Number>::nearest() {
  while (!here_.empty()) {
    const Vertex target = here_.back();
    here_.pop_back();
    if (settled_in_[target] == search_) continue;
    if (distance_[target] >= shortest_) return std::nullopt;
    return Reached{distance_[target], target};
  }
  while (!heap_.empty() && heap_.front().first < shortest_) {
    const Reached next = heap_.front();
    std::ranges::pop_heap(heap_, std::greater<>());
    heap_.pop_back();
    if (settled_in_[next.second] != search_) return next;
  }
  return std::nullopt;
}

/// Keeps all slacks at least 0 and makes those on the shortest path 0.
template <class Number>
void MatchingSearch<Number>::shift_prices() {
  for (const auto& [source, distance] : scanned_) {
    const Number shift = shortest_ - distance;
    matching_.source_price[source] -= shift;
    if (const auto target = matching_.target_of[source]) matching_.target_price[*target] += shift;
  }
}

/// Every source on the path takes the target that it was left by.
template <class Number>
void MatchingSearch<Number>::exchange() {
  std::optional<Vertex> target = free_target_;
  if (!target) target = std::exchange(matching_.target_of[leaving_], std::nullopt);
  while (target) {
    const Vertex source = from_[*target];
    matching_.source_of[*target] = source;
    target = std::exchange(matching_.target_of[source], target);
  }
}

}  // namespace

template <class Number>
Matching<Number> heaviest_matching(const Edges<Number>& edges) {
  MatchingSearch<Number> search(edges);
  for (std::size_t s = 0; s + 1 < edges.first.size(); ++s) search.add(static_cast<Vertex>(s));
  return std::move(search).result();
}

template Matching<std::int64_t> heaviest_matching(const Edges<std::int64_t>& edges);
template Matching<Int128> heaviest_matching(const Edges<Int128>& edges);

}  // namespace tileglot::relayout::reshard
