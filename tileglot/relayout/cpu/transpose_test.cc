// SPDX-License-Identifier: Apache-2.0
// transpose_test.cc: what XLA's tests of its host transpose ask, lines 5 to 15 of that list, and
// more; every result is compared with one element moved at a time.
#include "tileglot/relayout/cpu/transpose.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/relayout/kernels/guarded_memory.h"

namespace tileglot::relayout::cpu {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Larger inputs are for a soak, and the largest would fill the memory: 129x1234567 by 16 bytes.
constexpr std::int64_t kTestBytes = std::int64_t{256} << 20;
constexpr std::int64_t kSoakBytes = std::int64_t{3} << 29;

/// Where coordinate x of each dimension is, added up: the definition, in bytes from (0,..,0).
struct Places {
  std::vector<Numbers> of_dim;
  std::int64_t bytes = 0;  ///< of row-major tiles
};

Places places_of(const Numbers& dims, const Numbers& tiling, const std::optional<Numbers>& strides,
                 std::int64_t element_bytes) {
  const std::size_t rank = dims.size();
  Numbers tiles(rank, 1);
  std::copy(tiling.begin(), tiling.end(), tiles.end() - static_cast<std::ptrdiff_t>(tiling.size()));
  Places places{std::vector<Numbers>(rank), element_bytes};
  for (const std::int64_t tile : tiling) places.bytes *= tile;
  Numbers outer(rank);
  for (std::size_t k = rank; k-- > 0;) {
    outer[k] = strides ? (*strides)[k] : places.bytes;
    places.bytes *= (dims[k] + tiles[k] - 1) / tiles[k];
  }
  std::int64_t inner = element_bytes;
  for (std::size_t k = rank; k-- > 0; inner *= tiles[k]) {
    for (std::int64_t x = 0; x < dims[k]; ++x)
      places.of_dim[k].push_back(x / tiles[k] * outer[k] + x % tiles[k] * inner);
  }
  return places;
}

/// Calls move(from, to) for every element.
template <class F>
void for_each_element(const std::vector<const Numbers*>& from,
                      const std::vector<const Numbers*>& to, std::size_t k, std::int64_t in,
                      std::int64_t out, const F& move) {
  if (k == from.size()) return move(in, out);
  for (std::size_t x = 0; x < from[k]->size(); ++x)
    for_each_element(from, to, k + 1, in + (*from[k])[x], out + (*to[k])[x], move);
}

/// A transpose with an input, and the output that it has to give.
class Case {
 public:
  explicit Case(TransposeOptions options) : options_(std::move(options)) {
    const auto made = Transpose::of(options_);
    EXPECT_TRUE(made.has_value()) << made.error()->message;
    transpose_ = *made;
    input_.resize(static_cast<std::size_t>(transpose_->input_bytes()));
    kernels::fill_randomly(input_, 4);
    expected_.resize(static_cast<std::size_t>(transpose_->output_bytes()));
    fill_expected();
  }

  const Transpose& transpose() const { return *transpose_; }
  std::span<const std::byte> input() const { return input_; }
  const std::vector<std::byte>& expected() const { return expected_; }
  std::vector<std::byte> room() const {
    return std::vector<std::byte>(expected_.size(), std::byte{0xA5});
  }

  /// Padding counts too: it is zero.
  void expect_executes() const {
    std::vector<std::byte> output = room();
    ASSERT_TRUE(transpose_->execute(input_, output).has_value());
    EXPECT_TRUE(output == expected_);
  }

  /// In any order, and each from and to buffers of its own.
  void expect_executes_in_chunks() const {
    std::vector<std::byte> output(expected_.size());
    for (std::size_t i = transpose_->chunks(); i-- > 0;)
      ASSERT_TRUE(transpose_->execute_chunk(i, input_, output).has_value());
    EXPECT_TRUE(output == expected_);
    std::fill(output.begin(), output.end(), std::byte{0});
    for (std::size_t i = 0; i < transpose_->chunks(); ++i) execute_apart(i, output);
    EXPECT_TRUE(output == expected_);
  }

 private:
  /// Elements of a chunk that is not contiguous in the output lie between those of others.
  void execute_apart(std::size_t i, std::vector<std::byte>& output) const {
    const TransposeChunk& chunk = transpose_->chunk(i);
    const auto begin = input_.begin() + (chunk.input_offset - transpose_->input_begin_bytes());
    const std::vector<std::byte> read(begin, begin + chunk.input_bytes);
    const auto to = output.begin() + chunk.output_offset;
    std::vector<std::byte> written(to, to + chunk.output_bytes);
    ASSERT_TRUE(transpose_->execute_chunk(i, read, written, {false, false}).has_value());
    std::copy(written.begin(), written.end(), to);
  }

  void fill_expected() {
    Numbers extents;
    for (const std::int64_t k : options_.permutation)
      extents.push_back(options_.dims[static_cast<std::size_t>(k)]);
    const std::int64_t bytes = options_.element_bytes;
    const Places in =
        places_of(options_.dims, options_.input_tiling, options_.input_strides_bytes, bytes);
    const Places out = places_of(extents, options_.output_tiling, std::nullopt, bytes);
    ASSERT_EQ(out.bytes, transpose_->output_bytes());
    std::vector<const Numbers*> from;
    std::vector<const Numbers*> to;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      from.push_back(&in.of_dim[static_cast<std::size_t>(options_.permutation[k])]);
      to.push_back(&out.of_dim[k]);
    }
    for_each_element(from, to, 0, -transpose_->input_begin_bytes(), 0,
                     [&](std::int64_t read, std::int64_t written) {
                       std::memcpy(&expected_[static_cast<std::size_t>(written)],
                                   &input_[static_cast<std::size_t>(read)],
                                   static_cast<std::size_t>(bytes));
                     });
  }

  TransposeOptions options_;
  std::optional<Transpose> transpose_;
  std::vector<std::byte> input_;
  std::vector<std::byte> expected_;
};

std::int64_t product(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{1}, std::multiplies<>());
}

/// Line 12: element sizes 1 to 16 by one thread, 1 and 4 by sixteen. Arrays over 16 MB are moved
/// with elements of 1 and 4 bytes, in a soak with all.
void expect_transposes(TransposeOptions options) {
  const bool is_large = product(options.dims) > (1 << 20);
  for (const std::int64_t bytes : {1, 2, 4, 8, 16}) {
    if (is_large && !core::is_soak() && bytes != 1 && bytes != 4) continue;
    if (product(options.dims) * bytes > (core::is_soak() ? kSoakBytes : kTestBytes)) continue;
    options.element_bytes = bytes;
    for (const int threads : {1, 16}) {
      if (threads > 1 && bytes != 1 && bytes != 4) continue;
      options.execute.threads = threads;
      SCOPED_TRACE(testing::Message() << bytes << " bytes, " << threads << " threads");
      Case(options).expect_executes();
    }
  }
}

TransposeOptions of(Numbers dims, Numbers permutation) {
  return {.dims = std::move(dims), .permutation = std::move(permutation)};
}

TransposeOptions with_input_tiling(TransposeOptions options, Numbers tiling) {
  options.input_tiling = std::move(tiling);
  return options;
}

TransposeOptions with_output_tiling(TransposeOptions options, Numbers tiling) {
  options.output_tiling = std::move(tiling);
  return options;
}

TransposeOptions with_strides(TransposeOptions options, Numbers strides) {
  options.input_strides_bytes = std::move(strides);
  return options;
}

Numbers identity(std::size_t rank) {
  Numbers order(rank);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

TEST(Transpose, TheWorkedExampleOfXla) {
  TransposeOptions options = with_input_tiling(of({2, 3}, {1, 0}), {2, 2});
  options.element_bytes = 4;
  const auto transpose = Transpose::of(options);
  EXPECT_EQ(transpose->input_bytes(), 32);
  EXPECT_EQ(transpose->output_bytes(), 24);
  std::vector<std::byte> input(32);
  input[24] = std::byte{7};
  std::vector<std::byte> output(24);
  ASSERT_TRUE(transpose->execute(input, output).has_value());
  EXPECT_EQ(output[20], std::byte{7});
}

TEST(Transpose, MoreElementsThan31BitsCountArePlanned) {
  TransposeOptions options = of({3 * (std::int64_t{1} << 30)}, {0});
  options.element_bytes = 8;
  const auto transpose = Transpose::of(options);
  ASSERT_TRUE(transpose.has_value()) << transpose.error()->message;
  EXPECT_EQ(transpose->output_bytes(), 24 * (std::int64_t{1} << 30));
}

TEST(Transpose, ANegativeStrideReverses) {
  TransposeOptions options = with_strides(of({10}, {0}), {-4});
  options.element_bytes = 4;
  const auto transpose = Transpose::of(options);
  EXPECT_EQ(transpose->input_begin_bytes(), -36);
  std::vector<std::int32_t> input(10);
  std::iota(input.begin(), input.end(), 1);
  std::vector<std::int32_t> output(10);
  ASSERT_TRUE(
      transpose->execute(std::as_bytes(std::span(input)), std::as_writable_bytes(std::span(output)))
          .has_value());
  std::reverse(input.begin(), input.end());
  EXPECT_EQ(output, input);
}

TEST(Transpose, ShapesWithoutTiles) {
  for (const Numbers& dims : std::vector<Numbers>{{}, {0}, {1}, {4}, {27}, {0, 3}})
    expect_transposes(of(dims, identity(dims.size())));
  for (std::int64_t n = 2; n <= 16; ++n) {
    expect_transposes(of({n, n}, {0, 1}));
    expect_transposes(of({n, n}, {1, 0}));
  }
  for (const Numbers& order : std::vector<Numbers>{{0, 1}, {1, 0}})
    expect_transposes(of({11, 15}, order));
  Numbers order = {0, 1, 2};
  do {
    expect_transposes(of({11, 15, 13}, order));
  } while (std::next_permutation(order.begin(), order.end()));
  expect_transposes(of({64, 64, 64}, {2, 1, 0}));
  expect_transposes(of({4, 8, 16, 32}, {3, 1, 0, 2}));
}

TEST(Transpose, LargeShapesWithoutTiles) {
  expect_transposes(of({256, 256, 256}, {2, 1, 0}));
  expect_transposes(of({64, 224, 224, 3}, {3, 1, 2, 0}));
}

TEST(Transpose, TiledVectors) {
  for (const std::int64_t n : {3, 4, 5, 8, 29}) {
    expect_transposes(with_input_tiling(of({n}, {0}), {3}));
    expect_transposes(with_output_tiling(of({n}, {0}), {3}));
  }
}

TEST(Transpose, TiledMatrices) {
  expect_transposes(with_input_tiling(of({12, 7}, {1, 0}), {4}));
  expect_transposes(with_input_tiling(of({12, 7}, {1, 0}), {2, 4}));
  expect_transposes(with_output_tiling(of({12, 7}, {1, 0}), {5}));
  expect_transposes(with_output_tiling(of({12, 7}, {1, 0}), {5, 2}));
  expect_transposes(with_output_tiling(of({2, 4, 6}, {0, 1, 2}), {2, 3}));
}

TEST(Transpose, BothSidesMayBeTiled) {
  expect_transposes(with_output_tiling(with_input_tiling(of({37, 21}, {1, 0}), {8, 4}), {3, 16}));
}

TEST(Transpose, LargeTiledShapes) {
  expect_transposes(with_output_tiling(of({128, 224, 224, 3}, {3, 1, 2, 0}), {8, 128}));
}

TEST(Transpose, TheLargestTiledShapes) {
  if (!core::is_soak()) GTEST_SKIP() << "runs with TILEGLOT_SOAK=1";
  expect_transposes(with_output_tiling(of({129, 1234567}, {0, 1}), {8, 128}));
  expect_transposes(with_input_tiling(of({2, 33554433}, {1, 0}), {33554433}));
}

TEST(Transpose, NegativeStridesOfTiles) {
  const auto expect = [](TransposeOptions options, std::int64_t bytes) {
    options.element_bytes = bytes;
    Case(options).expect_executes();
  };
  // The strides are those of the list, which has one element size each.
  expect(with_strides(with_input_tiling(of({10}, {0}), {2}), {-32}), 4);
  expect(with_strides(with_input_tiling(of({4, 4}, {0, 1}), {2, 2}), {-32, 16}), 4);
  for (const std::int64_t bytes : {1, 2, 4, 8, 16})
    expect(with_strides(with_input_tiling(of({97, 44, 98}, {2, 0, 1}), {8, 3, 6}), {-18, -4, 0}),
           bytes);
}

TEST(Transpose, StridesAreAnyNumberOfBytes) {
  for (const std::int64_t bytes : {1, 2, 4, 8, 16}) {
    for (const Numbers& strides :
         std::vector<Numbers>{{100, 3}, {7, 1}, {-50, 18}, {0, 6}, {33, 0}, {0, 0}, {12, -5}}) {
      TransposeOptions options = with_strides(of({9, 11}, {1, 0}), strides);
      options.element_bytes = bytes;
      Case(options).expect_executes();
      options.output_tiling = {4, 2};
      Case(options).expect_executes();
    }
  }
}

TEST(Transpose, ChunksGiveTheSame) {
  const std::vector<TransposeOptions> cases = {
      of({}, {}),
      of({27}, {0}),
      of({11, 15, 13}, {2, 0, 1}),
      of({2, 4, 6}, {0, 1, 2}),
      with_input_tiling(of({29}, {0}), {3}),
      with_input_tiling(of({12, 7}, {1, 0}), {2, 4}),
      with_output_tiling(of({12, 7}, {1, 0}), {5, 2}),
      with_strides(of({9, 11}, {1, 0}), {-50, 18}),
      with_strides(with_input_tiling(of({10}, {0}), {2}), {-32}),
      of({0, 3}, {1, 0}),
  };
  for (TransposeOptions options : cases) {
    options.chunks = 4;
    for (const Contiguity side : {Contiguity::kNone, Contiguity::kInput, Contiguity::kOutput}) {
      options.contiguity = side;
      options.element_bytes = 4;
      const Case moved(options);
      EXPECT_GE(moved.transpose().chunks(), 1U);
      EXPECT_LE(moved.transpose().chunks(), 4U);
      moved.expect_executes_in_chunks();
      std::int64_t input = 0;
      std::int64_t output = 0;
      for (std::size_t i = 0; i < moved.transpose().chunks(); ++i) {
        input += moved.transpose().chunk(i).input_bytes;
        output += moved.transpose().chunk(i).output_bytes;
      }
      const bool is_dense = !options.input_strides_bytes;
      EXPECT_TRUE(side != Contiguity::kInput || !is_dense ||
                  input == moved.transpose().input_bytes());
      EXPECT_TRUE(side != Contiguity::kOutput || output == moved.transpose().output_bytes());
    }
  }
}

TEST(Transpose, TheStrideOfASingleTileMayBeAnyNumber) {
  TransposeOptions options = with_strides(of({1, 3}, {1, 0}), {core::kInt64Min, 4});
  options.element_bytes = 4;
  options.chunks = 5;
  options.contiguity = Contiguity::kInput;
  const auto transpose = Transpose::of(options);
  ASSERT_TRUE(transpose.has_value()) << transpose.error()->message;
  EXPECT_EQ(transpose->input_bytes(), 12);
}

TEST(Transpose, ManyChunksOfALargeArray) {
  TransposeOptions options = of({300, 70, 50}, {2, 1, 0});
  options.chunks = 1000000000;
  options.contiguity = Contiguity::kOutput;
  const Case moved(options);
  EXPECT_EQ(moved.transpose().chunks(), 50U * 18U);
  moved.expect_executes_in_chunks();
}

TEST(Transpose, OutputTilesOfOneRowArePlanned) {
  TransposeOptions options = with_output_tiling(of({6, 98, 9}, {0, 1, 2}), {1, 4});
  options.element_bytes = 1;
  Case(options).expect_executes();
}

struct Refused {
  TransposeOptions options;
  std::string_view code;
  std::string_view message;
};

TEST(Transpose, WhatIsNotATransposeIsRefused) {
  TransposeOptions three = of({2, 3}, {1, 0});
  three.element_bytes = 3;
  TransposeOptions none = of({2, 3}, {1, 0});
  none.chunks = 0;
  TransposeOptions large = of({std::int64_t{1} << 61}, {0});
  large.element_bytes = 16;
  const std::vector<Refused> all = {
      {of({2, -3}, {1, 0}), "map.domain", "an extent is -3; it must be 0 or more"},
      {of({2, 3}, {0}), "relayout.permutation", "(0) is not a permutation of 2 dimensions"},
      {of({2, 3}, {1, 1}), "relayout.permutation", "(1,1) is not a permutation of 2 dimensions"},
      {of({2, 3}, {1, 2}), "relayout.permutation", "(1,2) is not a permutation of 2 dimensions"},
      {none, "relayout.chunks", "a transpose cannot have 0 chunks"},
      {three, "relayout.element_bits", "elements of 3 bytes cannot be transposed"},
      {with_input_tiling(of({2}, {0}), {2, 2}), "relayout.tiling",
       "(2,2) is not a tile of the input, which has 1 dimensions"},
      {with_output_tiling(of({2}, {0}), {0}), "relayout.tiling",
       "(0) is not a tile of the output, which has 1 dimensions"},
      {with_strides(of({2, 3}, {0, 1}), {4}), "relayout.strides",
       "1 strides of an input with 2 dimensions"},
      {large, "relayout.too_large",
       "a side of the transpose has more bytes than 64-bit numbers count"},
      {with_strides(of({3, 3}, {0, 1}), {INT64_MIN, 1}), "relayout.too_large",
       "a side of the transpose has more bytes than 64-bit numbers count"},
  };
  for (const Refused& refused : all) {
    const auto transpose = Transpose::of(refused.options);
    ASSERT_FALSE(transpose.has_value()) << refused.message;
    EXPECT_EQ(transpose.error()->code, refused.code);
    EXPECT_EQ(transpose.error()->message, refused.message);
  }
}

TEST(Transpose, BuffersOfChunksAreChecked) {
  TransposeOptions options = of({8, 8}, {1, 0});
  options.chunks = 2;
  options.contiguity = Contiguity::kOutput;
  const auto transpose = Transpose::of(options);
  const std::vector<std::byte> input(64);
  std::vector<std::byte> output(63);
  const auto whole = transpose->execute_chunk(1, input, output);
  ASSERT_FALSE(whole.has_value());
  EXPECT_EQ(whole.error()->message, "the output buffer has 63 bytes and the chunk needs 64");
  output.resize(31);
  const auto part = transpose->execute_chunk(1, input, output, {.output_is_whole = false});
  ASSERT_FALSE(part.has_value());
  EXPECT_EQ(part.error()->code, "relayout.buffer_too_small");
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

Numbers any_tiling(std::size_t rank) {
  Numbers tiling(draw<std::size_t>(0, rank + 1));
  for (std::int64_t& tile : tiling) tile = draw<std::int64_t>(1, 7);
  return tiling;
}

TransposeOptions any_transpose() {
  const auto rank = draw<std::size_t>(0, 5);
  TransposeOptions options = of(Numbers(rank), identity(rank));
  for (std::int64_t& dim : options.dims) dim = draw<std::int64_t>(1, 14);
  for (std::size_t k = rank; k > 1; --k)
    std::swap(options.permutation[k - 1], options.permutation[draw<std::size_t>(0, k)]);
  options.element_bytes = *rc::gen::element(1, 2, 4, 8, 16);
  options.input_tiling = any_tiling(rank);
  options.output_tiling = any_tiling(rank);
  if (*rc::gen::arbitrary<bool>()) {
    Numbers strides(rank);
    for (std::int64_t& stride : strides) stride = draw<std::int64_t>(-70, 70);
    options.input_strides_bytes = std::move(strides);
  }
  options.chunks = draw<std::int64_t>(1, 9);
  options.contiguity =
      *rc::gen::element(Contiguity::kNone, Contiguity::kInput, Contiguity::kOutput);
  return options;
}

TEST(Transpose, EveryTransposeIsItsDefinition) {
  core::check_law("transpose_is_its_definition", 3000, [] {
    const Case moved(any_transpose());
    moved.expect_executes();
    moved.expect_executes_in_chunks();
  });
}

}  // namespace
}  // namespace tileglot::relayout::cpu
