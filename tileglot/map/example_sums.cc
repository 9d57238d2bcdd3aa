// SPDX-License-Identifier: Apache-2.0
// example_sums.cc: reads sums by recursive descent.
#include "tileglot/map/example_sums.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

class SumReader {
 public:
  SumReader(std::string_view text, MapBuilder& builder) : text_(text), builder_(builder) {}

  Value all() {
    const Value v = sum();
    if (at_ != text_.size()) stop("the end");
    return v;
  }

 private:
  [[noreturn]] void stop(std::string_view expected) const {
    std::cerr << "not a sum: '" << text_ << "', expected " << expected << " at " << at_ << "\n";
    std::abort();
  }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view word) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    skip_spaces();
    return true;
  }
  void need(std::string_view word) {
    if (!take(word)) stop(word);
  }
  bool at_number() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  std::int64_t number() {
    std::int64_t value = 0;
    const char* const first = text_.data() + at_;
    const auto read = std::from_chars(first, text_.data() + text_.size(), value);
    if (read.ptr == first) stop("a number");
    at_ += static_cast<std::size_t>(read.ptr - first);
    skip_spaces();
    return value;
  }

  Value sum() {
    Value v = take("-") ? builder_.scale(product(), -1) : product();
    while (true) {
      if (take("+")) {
        v = builder_.add(v, product());
      } else if (take("-")) {
        v = builder_.subtract(v, product());
      } else {
        return v;
      }
    }
  }

  Value product() {
    if (!at_number()) return atom();
    const std::int64_t factor = number();
    return take("*") ? builder_.scale(atom(), factor) : builder_.constant(factor);
  }

  Value atom() {
    if (take("sw(")) return swizzle();
    if (take("[")) return parity();
    if (take("(")) return quotient();
    need("x");
    const auto k = static_cast<std::size_t>(number());
    return take("_")
               ? builder_.as_term(1, builder_.bit(builder_.dim(k), static_cast<int>(number())))
               : builder_.dim(k);
  }

  Value quotient() {
    Value v = sum();
    if (take("/")) v = builder_.floor_div(v, number());
    if (take("%")) v = builder_.mod(v, number());
    need(")");
    return v;
  }

  Value parity() {
    Parity result;
    do {
      need("x");
      const auto k = static_cast<std::size_t>(number());
      need("_");
      const auto bit = static_cast<int>(number());
      result = builder_.exclusive_or(result, builder_.bit(builder_.dim(k), bit));
    } while (take("^"));
    need("]");
    return builder_.as_term(1, result);
  }

  Value swizzle() {
    const std::int64_t bits = number();
    need(",");
    const std::int64_t base = number();
    need(",");
    const std::int64_t shift = number();
    need(",");
    const Value v = sum();
    need(")");
    F2Rows rows;
    for (std::int64_t i = 0; i < base + bits; ++i) {
      rows.push_back(std::uint64_t{1} << i);
      if (i >= base) rows.back() |= std::uint64_t{1} << (i + shift);
    }
    return builder_.apply_f2(v, rows);
  }

  std::string_view text_;
  MapBuilder& builder_;
  std::size_t at_ = 0;
};

std::vector<Dim> dims_in(std::string_view text) {
  std::vector<Dim> dims;
  while (!text.empty()) {
    std::int64_t extent = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), extent);
    dims.push_back({extent, {}});
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (!text.empty()) text.remove_prefix(1);
  }
  return dims;
}

IndexMap finished(MapBuilder& builder, const Value& out, std::vector<Dim> codomain) {
  core::Result<IndexMap> map = builder.finish(out, std::move(codomain));
  if (!map) {
    std::cerr << map.error()->code << ": " << map.error()->message << "\n";
    std::abort();
  }
  return *std::move(map);
}

}  // namespace

IndexMap sum_map(std::string_view extents, std::string_view sum) {
  MapBuilder builder(dims_in(extents));
  const Value out = SumReader(sum, builder).all();
  const std::int64_t positions = std::max<std::int64_t>(core::saturating_add(out.bound.hi, 1), 1);
  return finished(builder, out, {{positions, "offset"}});
}

IndexMap sum_map(std::string_view extents, std::string_view sum, std::string_view codomain) {
  MapBuilder builder(dims_in(extents));
  const Value out = SumReader(sum, builder).all();
  return finished(builder, out, dims_in(codomain));
}

}  // namespace tileglot::map
