// SPDX-License-Identifier: Apache-2.0
// changes_law_test.cc: what changes the contents of an array changes both sums.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/kernels/guarded_memory.h"

namespace tileglot::relayout::digest {
namespace {

std::int64_t draw(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, most + 1));
}

/// What arrays of models hold: anything, small numbers, numbers in order, few that are not 0.
enum class Contents { kRandom, kSmall, kOrdered, kSparse };

/// `groups` blocks of `rows` rows of `columns` elements, row-major: experts, heads, or one matrix.
struct Array {
  std::int64_t groups = draw(2, 6);
  std::int64_t rows = draw(2, 24);
  std::int64_t columns = draw(1, 3) == 1 ? 64 : draw(2, 80);
  std::int64_t item_bytes = *rc::gen::element<std::int64_t>(1, 2, 4, 8, 16);
  std::vector<std::byte> bytes = filled(*rc::gen::element(Contents::kRandom, Contents::kSmall,
                                                          Contents::kOrdered, Contents::kSparse));

  std::int64_t elements() const { return groups * rows * columns; }

  std::vector<std::byte> filled(Contents contents) const {
    std::vector<std::byte> all(static_cast<std::size_t>(elements() * item_bytes));
    kernels::fill_randomly(all, static_cast<std::uint32_t>(draw(1, 1 << 30)));
    if (contents == Contents::kRandom) return all;
    for (std::int64_t i = 0; i < elements(); ++i) {
      const auto at = static_cast<std::size_t>(i * item_bytes);
      auto value = std::to_integer<std::uint64_t>(all[at]) & 3U;
      if (contents == Contents::kOrdered) value = static_cast<std::uint64_t>(i);
      if (contents == Contents::kSparse) value = value == 0 && i % 7 == 0 ? 1 : 0;
      for (std::int64_t b = 0; b < item_bytes; ++b)
        all[at + static_cast<std::size_t>(b)] =
            b < 8 ? static_cast<std::byte>(value >> (8 * b)) : std::byte{0};
    }
    return all;
  }

  /// Exchanges `count` elements from a on with those from b on.
  void swap(std::int64_t a, std::int64_t b, std::int64_t count = 1) {
    const auto at = [&](std::int64_t i) { return bytes.begin() + i * item_bytes; };
    std::swap_ranges(at(a), at(a + count), at(b));
  }

  Digest digest() const {
    map::MapBuilder builder({{groups}, {rows}, {columns}});
    map::Value offset = builder.scale(builder.dim(0), rows * columns);
    builder.add_to(offset, builder.scale(builder.dim(1), columns));
    builder.add_to(offset, builder.dim(2));
    const auto layout = builder.finish(offset, {{elements(), "offset"}});
    return *digest_of(*layout, static_cast<int>(8 * item_bytes), bytes, {.threads = 1});
  }
};

/// Two different numbers below `end`.
std::pair<std::int64_t, std::int64_t> two_below(std::int64_t end) {
  const std::int64_t a = draw(0, end - 1);
  return {a, (a + draw(1, end - 1)) % end};
}

/// Both sums change if the contents do.
void expect_noticed(const std::function<void(Array&)>& change, int& noticed) {
  Array array;
  const std::vector<std::byte> bytes = array.bytes;
  const Digest before = array.digest();
  change(array);
  if (array.bytes == bytes) return;
  const Digest after = array.digest();
  EXPECT_NE(before.first, after.first);
  EXPECT_NE(before.second, after.second);
  ++noticed;
}

TEST(Changes, AFlippedBitIsNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_flips", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const std::int64_t bit = draw(0, array.elements() * array.item_bytes * 8 - 1);
          array.bytes[static_cast<std::size_t>(bit / 8)] ^= std::byte{1} << (bit % 8);
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(900));
}

TEST(Changes, ElementsThatChangedPlacesAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_swaps", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const auto [a, b] = two_below(array.elements());
          array.swap(a, b);
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(400));
}

TEST(Changes, ExpertsThatChangedPlacesAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_experts", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const auto [a, b] = two_below(array.groups);
          const std::int64_t size = array.rows * array.columns;
          array.swap(a * size, b * size, size);
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(900));
}

/// A head is some columns of all rows.
TEST(Changes, HeadsThatChangedPlacesAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_heads", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const std::int64_t width = draw(1, array.columns / 2);
          const auto [a, b] = two_below(array.columns / width);
          for (std::int64_t row = 0; row < array.groups * array.rows; ++row)
            array.swap(row * array.columns + a * width, row * array.columns + b * width, width);
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(900));
}

TEST(Changes, RowsThatChangedPlacesAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_rows", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const auto [a, b] = two_below(array.groups * array.rows);
          array.swap(a * array.columns, b * array.columns, array.columns);
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(800));
}

TEST(Changes, TransposedSquaresAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_transposes", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const std::int64_t side = draw(2, std::min(array.rows, array.columns));
          const std::int64_t row = draw(0, array.groups * array.rows - side);
          const std::int64_t column = draw(0, array.columns - side);
          const std::int64_t begin = row * array.columns + column;
          for (std::int64_t i = 0; i < side; ++i) {
            for (std::int64_t j = 0; j < i; ++j)
              array.swap(begin + i * array.columns + j, begin + j * array.columns + i);
          }
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(700));
}

/// Negated, permuted and shifted as a whole: every word differs.
TEST(Changes, SignsAndShiftsOfAllElementsAreNoticed) {
  int noticed = 0;
  core::check_law("digest_notices_signs", 10000, [&] {
    expect_noticed(
        [](Array& array) {
          const std::int64_t every = draw(1, 9);
          const bool shifts = draw(0, 1) == 1;
          if (shifts) {
            std::rotate(array.bytes.begin(), array.bytes.begin() + every * array.item_bytes,
                        array.bytes.end());
            return;
          }
          for (std::int64_t i = 0; i < array.elements(); i += every)
            array.bytes[static_cast<std::size_t>((i + 1) * array.item_bytes - 1)] ^=
                std::byte{0x80};
        },
        noticed);
  });
  EXPECT_GT(noticed, core::law_minimum(800));
}

}  // namespace
}  // namespace tileglot::relayout::digest
