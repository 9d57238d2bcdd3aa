// SPDX-License-Identifier: Apache-2.0
// transpose_test.cc: every kernel of every target against one unit at a time, between guard pages.
#include "tileglot/relayout/kernels/transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/target.h"
#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::kernels {
namespace {

constexpr int kUnits[] = {4, 8, 16, 32, 64, 128};
constexpr std::byte kOld{0xA5};

/// A plane, and where it lies.
struct Shape {
  int bits;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t source_gap = 0;  // bytes between lines
  std::int64_t target_gap = 0;
  std::int64_t target_shift = 0;  // bytes from a line of the cache, where the target lies at begin
  bool at_end = true;             // both sides end, or begin, at a guard

  [[nodiscard]] std::int64_t source_pitch() const { return rows * bits / 8 + source_gap; }
  [[nodiscard]] std::int64_t target_pitch() const { return columns * bits / 8 + target_gap; }
  [[nodiscard]] std::int64_t source_bytes() const { return columns * source_pitch() - source_gap; }
  [[nodiscard]] std::int64_t target_bytes() const { return rows * target_pitch() - target_gap; }
};

std::ostream& operator<<(std::ostream& out, const Shape& s) {
  return out << s.bits << " bits, " << s.rows << " rows, " << s.columns << " columns, gaps "
             << s.source_gap << " and " << s.target_gap << ", shift " << s.target_shift
             << (s.at_end ? ", at end" : ", at begin");
}

struct NamedKernel {
  std::string_view target;
  int bits;
  Store store;
  TransposeKernel kernel;
};

/// Those of every target that this processor runs.
std::vector<NamedKernel> every_kernel() {
  std::vector<NamedKernel> kernels;
  for (const std::string_view target : target_names()) {
    force_target(target);
    for (const int bits : kUnits) {
      for (const Store store : {Store::kCached, Store::kStreaming}) {
        kernels.push_back({target, bits, store, transpose_kernel(bits, store)});
      }
    }
  }
  force_target({});
  return kernels;
}

template <int Bits>
void copy_units(std::span<const std::byte> source, std::span<std::byte> target, const Shape& s) {
  for (std::int64_t r = 0; r < s.rows; ++r) {
    for (std::int64_t c = 0; c < s.columns; ++c) {
      copy_unit<Bits>(source.data() + c * s.source_pitch(), r, target.data() + r * s.target_pitch(),
                      c);
    }
  }
}

void copy_unit_by_unit(std::span<const std::byte> source, std::span<std::byte> target,
                       const Shape& s) {
  switch (s.bits) {
    case 4: return copy_units<4>(source, target, s);
    case 8: return copy_units<8>(source, target, s);
    case 16: return copy_units<16>(source, target, s);
    case 32: return copy_units<32>(source, target, s);
    case 64: return copy_units<64>(source, target, s);
    default: return copy_units<128>(source, target, s);
  }
}

/// Buffers for planes of any shape, and what they must become.
class Bench {
 public:
  Bench() : source_(kCapacity), target_(kCapacity), kernels_(every_kernel()) {
    fill_randomly(source_.at_begin(kCapacity), 7);
  }

  void expect_transposed(const Shape& s) {
    const std::span source =
        s.at_end ? source_.at_end(s.source_bytes()) : source_.at_begin(s.source_bytes());
    const std::span<std::byte> target =
        s.at_end ? target_.at_end(s.target_bytes())
                 : target_.at_begin(s.target_shift + s.target_bytes())
                       .subspan(static_cast<std::size_t>(s.target_shift));
    expected_.assign(target.size(), kOld);
    copy_unit_by_unit(source, expected_, s);
    for (const NamedKernel& k : kernels_) {
      if (k.bits != s.bits) continue;
      std::fill(target.begin(), target.end(), kOld);
      // What is fetched ahead counts for nothing, wherever it is.
      const std::int64_t ahead = s.rows % 3 == 0 ? 0 : 128;
      k.kernel(source.data(), s.source_pitch(), target.data(), s.target_pitch(), s.rows, s.columns,
               ahead);
      stream_fence();
      ASSERT_TRUE(std::equal(target.begin(), target.end(), expected_.begin()))
          << k.target << (k.store == Store::kStreaming ? ", streaming: " : ", cached: ") << s;
    }
  }

 private:
  static constexpr std::int64_t kCapacity = 1 << 22;

  GuardedMemory source_;
  GuardedMemory target_;
  std::vector<NamedKernel> kernels_;
  std::vector<std::byte> expected_;
};

/// Bytes after a line that bring the next to the same place in a line of the cache.
std::int64_t gap_to_line(std::int64_t bytes) { return (64 - bytes % 64) % 64; }

TEST(Transpose, TwoLinesBecomePairs) {
  Bench bench;
  bench.expect_transposed({.bits = 16, .rows = 128, .columns = 2, .source_gap = 28672 - 256});
}

TEST(Transpose, EveryTargetTransposesEveryShape) {
  Bench bench;
  for (const int bits : kUnits) {
    const std::int64_t step = bits == 4 ? 2 : 1;
    for (std::int64_t rows = step; rows <= 70; rows += step) {
      for (std::int64_t columns = step; columns <= 70; columns += step) {
        const std::int64_t odd = (rows + columns) / step % 2;
        bench.expect_transposed({bits, rows, columns, odd, 3 * odd});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Transpose, WholeLinesOfTheCacheAreStreamed) {
  Bench bench;
  for (const int bits : kUnits) {
    for (std::int64_t rows : {2, 8, 16, 22, 64, 70}) {
      for (std::int64_t columns = 2; columns <= 140; columns += 6) {
        const std::int64_t gap = gap_to_line(columns * bits / 8);
        for (const std::int64_t shift : {0, 16, 48, 1}) {
          bench.expect_transposed({bits, rows, columns, 2 * shift, gap, shift, false});
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

/// Rows 2048 bytes apart, longer than a line of the cache and than a strip.
TEST(Transpose, LongLinesFarApartAreStreamed) {
  Bench bench;
  for (const int bits : kUnits) {
    const std::int64_t side = 2048 / bits;  // four lines of the cache
    for (const std::int64_t rows : {side / 4, side, side + 2, side + side / 2, 2 * side + 22}) {
      for (const std::int64_t columns : {side / 4, side + side / 4, 2 * side + 6}) {
        const std::int64_t gap = 2048 - columns * bits / 8;
        bench.expect_transposed({bits, rows, columns, 0, gap, 0, false});
        bench.expect_transposed({bits, rows, columns, 64, gap, 48, false});
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// Few and long lines, without gaps on the side of the tuples.
TEST(Transpose, TuplesOfAnyLengthAreMadeAndTakenApart) {
  Bench bench;
  for (const int bits : kUnits) {
    for (const std::int64_t tuple : {2, 3, 4, 6, 8, 16}) {
      if (bits == 4 && tuple == 3) continue;
      for (const std::int64_t length : {2, 6, 16, 62, 64, 126, 128, 130, 250, 514}) {
        for (const std::int64_t shift : {0, 16, 4, 3}) {
          const std::int64_t gap = gap_to_line(length * bits / 8);
          bench.expect_transposed({bits, length, tuple, shift, 0, shift, false});
          bench.expect_transposed({bits, tuple, length, 0, gap, shift, false});
          bench.expect_transposed({bits, length, tuple});
          bench.expect_transposed({bits, tuple, length});
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Transpose, APlainTargetIsAmongThem) {
  const std::vector<std::string_view> names = target_names();
  ASSERT_FALSE(names.empty());
  EXPECT_TRUE(names.back() == "SCALAR" || names.back() == "EMU128" || names.size() == 1)
      << names.back();
  EXPECT_FALSE(force_target("no such target"));
  EXPECT_TRUE(force_target({}));
}

}  // namespace
}  // namespace tileglot::relayout::kernels
