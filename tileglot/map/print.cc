// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

// If written out, inner values of inner values would double with every level.
constexpr std::size_t kLongestWrittenOut = 40;

/// |n| also of the smallest int64.
std::uint64_t magnitude(std::int64_t n) {
  const auto bits = static_cast<std::uint64_t>(n);
  return n < 0 ? 0 - bits : bits;
}

/// Collects a sum: each term with its sign, the first one without a plus.
class SumText {
 public:
  /// `apart` is the text around the signs: a space in a map, empty in an inner value.
  explicit SumText(std::string_view apart) : apart_(apart) {}

  void constant(std::int64_t base) {
    if (base != 0) put(base < 0, fmt::format("{}", magnitude(base)));
  }
  void term(std::int64_t coef, std::string_view what) {
    const std::uint64_t size = magnitude(coef);
    put(coef < 0, size == 1 ? std::string(what) : fmt::format("{}*{}", size, what));
  }
  std::string take() { return text_.empty() ? "0" : std::move(text_); }

 private:
  void put(bool negative, std::string_view what) {
    const std::string_view apart = text_.empty() ? "" : apart_;
    const std::string_view sign = negative ? "-" : text_.empty() ? "" : "+";
    text_ += fmt::format("{}{}{}{}", apart, sign, apart, what);
  }

  std::string_view apart_;
  std::string text_;
};

/// Floor terms in reading order: sources with the smallest first coefficient first, inner values
/// last.
std::vector<FloorTerm> in_reading_order(const Value& v, std::size_t rank) {
  std::vector<FloorTerm> terms(v.floors.begin(), v.floors.end());
  std::vector<std::uint64_t> first(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool goes_on = i > 0 && terms[i - 1].src == terms[i].src;
    first[i] = goes_on ? first[i - 1] : magnitude(terms[i].coef);
  }
  std::vector<std::size_t> order(terms.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::tuple(terms[i].src >= rank, first[i], terms[i].src, terms[i].div);
    };
    return key(a) < key(b);
  });
  std::vector<FloorTerm> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(terms[i]);
  return sorted;
}

class MapText {
 public:
  explicit MapText(const IndexMap& f) : rank_(f.rank()) {
    names_.reserve(f.rank() + f.inner().size());
    for (std::size_t k = 0; k < f.rank(); ++k) names_.push_back(dimension_name(f.domain(), k));
    for (const Value& v : f.inner()) name_inner(v);
    text_ = sum(f.out(), " ");
  }

  std::string take() {
    std::string_view separator = " where ";
    for (const std::string& definition : definitions_) {
      text_ += fmt::format("{}{}", separator, definition);
      separator = ", ";
    }
    return std::move(text_);
  }

 private:
  std::string sum(const Value& v, std::string_view apart) const {
    SumText text(apart);
    text.constant(v.base);
    for (const FloorTerm& term : in_reading_order(v, rank_)) {
      const std::string& source = names_[term.src];
      text.term(term.coef, term.div == 1 ? source : fmt::format("({}/{})", source, term.div));
    }
    for (const ParityRow& row : v.xors.rows) text.term(row.weight, parity(v.xors, row));
    return text.take();
  }

  std::string parity(const XorPart& xors, const ParityRow& row) const {
    std::vector<std::string> bits;
    for (const BitRef& bit : bits_of(xors, row)) {
      bits.push_back(fmt::format("{}_{}", names_[bit.src], bit.bit));
    }
    return fmt::format("[{}]", fmt::join(bits, " ^ "));
  }

  void name_inner(const Value& v) {
    std::string text = sum(v, "");
    if (text.size() <= kLongestWrittenOut) {
      names_.push_back(fmt::format("({})", text));
      return;
    }
    names_.push_back(fmt::format("v{}", definitions_.size()));
    definitions_.push_back(fmt::format("{} = {}", names_.back(), text));
  }

  std::size_t rank_;
  std::vector<std::string> names_;  // of all sources
  std::vector<std::string> definitions_;
  std::string text_;
};

}  // namespace

std::string to_text(const IndexMap& f) { return MapText(f).take(); }

std::string coordinate_text(std::span<const std::int64_t> x) {
  return fmt::format("({})", fmt::join(x, ","));
}

std::string extents_text(std::span<const Dim> dims) {
  std::vector<std::int64_t> extents;
  for (const Dim& dim : dims) extents.push_back(dim.extent);
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::string dimension_name(std::span<const Dim> dims, std::size_t k) {
  return dims[k].name.empty() ? fmt::format("x{}", k) : dims[k].name;
}

}  // namespace tileglot::map
