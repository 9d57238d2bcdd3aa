// SPDX-License-Identifier: Apache-2.0
// largest_first.h: puts the largest values of a list first.
//
// What     largest_first(values, size) orders values by size(value), the largest first; those of one
//          size keep their order.
// Why      Reports list what moves most first, the same in every run. std::stable_sort asks for a
//          buffer by a function that C++17 deprecates, so clang-tidy refuses it with libstdc++ 12.
// Example  Of (a,1), (b,2), (c,1) by their numbers: (b,2), (a,1), (c,1).
//          [tests: api/hlo/largest_first_test.cc, "those of one size keep their order"]
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tileglot::api {

template <class T, class Size>
void largest_first(std::vector<T>& values, Size size) {
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  order.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) order.emplace_back(size(values[i]), i);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const auto& [bytes, at] : order) sorted.push_back(std::move(values[at]));
  values = std::move(sorted);
}

}  // namespace tileglot::api
