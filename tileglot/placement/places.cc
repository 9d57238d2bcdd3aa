// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::placement {
namespace {

constexpr std::int64_t kMostPlaces = std::int64_t{1} << 62;

core::Error too_far() {
  return {{.code = "placement.limit",
           .message = "the numbers of the places do not fit in 62 bits",
           .help = "number devices, or ranks, below 2^62"}};
}

core::Error too_many(std::int64_t count) {
  return {{.code = "placement.limit",
           .message = fmt::format("{} places would be listed one by one; at most {} are", count,
                                  kMostListed),
           .help = "write the devices as an iota, such as <=[1024,1024]T(1,0)"}};
}

core::Status check_digit(const Digit& digit) {
  if (digit.count >= 1 && digit.stride >= 0) return {};
  return core::fail(
      {.code = "placement.places",
       .message = fmt::format("a digit has {} values and stride {}", digit.count, digit.stride),
       .help = "a count is at least 1 and a stride at least 0"});
}

/// The digits, those of one value dropped, as digits of `second`; nothing where a radix of `second`
/// cuts one. `first` counts 0..size-1 without gaps, so no digit carries into another.
class Splitter {
 public:
  explicit Splitter(const Places& second) : digits_(second.digits()) {
    weights_.resize(digits_.size());
    std::int64_t weight = 1;
    for (std::size_t i = digits_.size(); i-- > 0;) {
      weights_[i] = weight;
      weight *= digits_[i].count;
    }
  }

  /// Appends the parts of one digit, slowest first.
  bool split(Digit digit, std::vector<Digit>& parts) const {
    std::vector<Digit> fastest_first;
    while (digit.count > 1) {
      const auto part = fastest_part(digit);
      if (!part) return false;
      fastest_first.push_back(part->first);
      digit = {digit.count / part->first.count, part->second};
    }
    parts.insert(parts.end(), fastest_first.rbegin(), fastest_first.rend());
    return true;
  }

 private:
  /// The part of the digit within one digit of the second, and the stride of the rest.
  std::optional<std::pair<Digit, std::int64_t>> fastest_part(const Digit& digit) const {
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      const std::int64_t weight = weights_[i];
      if (digit.stride < weight) continue;
      const std::int64_t step = digit.stride / weight;
      if (digit.stride % weight != 0 || step >= digits_[i].count || digits_[i].count % step != 0)
        return std::nullopt;
      const std::int64_t room = digits_[i].count / step;
      const std::int64_t count = std::min(digit.count, room);
      if (digit.count % count != 0) return std::nullopt;
      return std::pair{Digit{count, step * digits_[i].stride}, weight * digits_[i].count};
    }
    return std::nullopt;
  }

  const std::vector<Digit>& digits_;
  std::vector<std::int64_t> weights_ = {};
};

std::optional<std::vector<Digit>> split_digits(const Places& first, const Places& second) {
  if (first.is_listed() || second.is_listed() || first.end() != first.size()) return std::nullopt;
  const Splitter splitter(second);
  std::vector<Digit> parts;
  for (const Digit& digit : first.digits()) {
    if (!splitter.split(digit, parts)) return std::nullopt;
  }
  return parts;
}

}  // namespace

core::Result<Places> Places::of_digits(const std::vector<Digit>& digits, std::int64_t base) {
  Places result;
  if (base < 0) {
    return core::fail({.code = "placement.places",
                       .message = fmt::format("the first place is {}", base),
                       .help = "places are numbered from 0"});
  }
  for (const Digit& digit : digits) {
    TILEGLOT_TRY_STATUS(check_digit(digit));
    if (digit.count > 1) result.digits_.push_back(digit);
  }
  const std::size_t n = result.digits_.size();
  result.weights_.resize(n);
  for (std::size_t i = n; i-- > 0;) {
    result.weights_[i] = result.size_;
    if (!core::multiply_fits(result.size_, result.digits_[i].count, result.size_) ||
        result.size_ > kMostPlaces)
      return core::fail(too_far());
  }
  result.by_stride_.resize(n);
  std::iota(result.by_stride_.begin(), result.by_stride_.end(), std::size_t{0});
  std::ranges::sort(result.by_stride_, [&](std::size_t a, std::size_t b) {
    return result.digits_[a].stride > result.digits_[b].stride;
  });
  // From the smallest stride on: each exceeds all that the smaller digits can add up to.
  std::int64_t reach = 1;
  for (std::size_t i = n; i-- > 0;) {
    const Digit& digit = result.digits_[result.by_stride_[i]];
    if (digit.stride < reach) {
      return core::fail({.code = "placement.places",
                         .message = fmt::format("a digit of stride {} meets smaller ones that "
                                                "reach {}: two positions may have one place",
                                                digit.stride, reach - 1),
                         .help = "give each digit a stride beyond the reach of the smaller ones"});
    }
    reach = core::saturating_add(reach, core::saturating_mul(digit.count - 1, digit.stride));
  }
  result.base_ = base;
  result.end_ = core::saturating_add(base, reach);
  if (result.end_ > kMostPlaces) return core::fail(too_far());
  return result;
}

core::Result<Places> Places::listed(std::vector<std::int64_t> places) {
  const auto count = static_cast<std::int64_t>(places.size());
  if (count > kMostListed) return core::fail(too_many(count));
  Places result;
  result.size_ = count;
  result.end_ = 0;
  result.listed_ = std::move(places);
  for (std::int64_t i = 0; i < count; ++i)
    result.by_place_.push_back({result.listed_[static_cast<std::size_t>(i)], i});
  std::ranges::sort(result.by_place_, {}, &Entry::place);
  for (std::size_t i = 0; i < result.by_place_.size(); ++i) {
    const Entry& entry = result.by_place_[i];
    if (entry.place < 0 || entry.place >= kMostPlaces)
      return core::fail(
          {.code = "placement.places",
           .message = fmt::format("position {} is at place {}", entry.position, entry.place),
           .help = "places are numbered from 0"});
    if (i > 0 && result.by_place_[i - 1].place == entry.place) {
      return core::fail(
          {.code = "placement.places",
           .message = fmt::format("positions {} and {} are both at place {}",
                                  result.by_place_[i - 1].position, entry.position, entry.place),
           .help = "name each place once"});
    }
    result.end_ = entry.place + 1;
  }
  return result;
}

std::int64_t Places::at(std::int64_t position) const {
  if (is_listed()) return listed_[static_cast<std::size_t>(position)];
  std::int64_t place = base_;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const std::int64_t digit = core::floor_quotient(position, weights_[i]);
    place += digit * digits_[i].stride;
    position -= digit * weights_[i];
  }
  return place;
}

std::optional<std::int64_t> Places::position_of(std::int64_t place) const {
  if (is_listed()) {
    const auto found = std::ranges::lower_bound(by_place_, place, {}, &Entry::place);
    if (found == by_place_.end() || found->place != place) return std::nullopt;
    return found->position;
  }
  if (place < base_ || place >= end_) return std::nullopt;
  std::int64_t rest = place - base_;
  std::int64_t position = 0;
  for (const std::size_t i : by_stride_) {
    const std::int64_t digit = core::floor_quotient(rest, digits_[i].stride);
    if (digit >= digits_[i].count) return std::nullopt;
    rest -= digit * digits_[i].stride;
    position += digit * weights_[i];
  }
  return rest == 0 ? std::optional(position) : std::nullopt;
}

core::Result<Places> then(const Places& first, const Places& second) {
  if (const auto digits = split_digits(first, second))
    return Places::of_digits(*digits, second.at(0));
  if (first.size() > kMostListed) return core::fail(too_many(first.size()));
  std::vector<std::int64_t> places(static_cast<std::size_t>(first.size()));
  for (std::int64_t i = 0; i < first.size(); ++i)
    places[static_cast<std::size_t>(i)] = second.at(first.at(i));
  return Places::listed(std::move(places));
}

}  // namespace tileglot::placement
