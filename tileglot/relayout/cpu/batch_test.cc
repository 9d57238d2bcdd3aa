// SPDX-License-Identifier: Apache-2.0
// batch_test.cc: many tensors in one call, and batches that are refused whole.
#include "tileglot/relayout/cpu/batch.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

/// Tensors of one layout side by side in two blocks of memory.
struct Block {
  Block(std::string_view from, std::string_view to, int bits, std::size_t count)
      : plan(*plan::plan(map_of(from), map_of(to), bits)) {
    const auto read = static_cast<std::size_t>(plan.source_bytes());
    const auto written = static_cast<std::size_t>(plan.target_bytes());
    source.resize(count * read);
    kernels::fill_randomly(source, 2);
    target.resize(count * written, std::byte{0xA5});
    expected.resize(target.size());
    for (std::size_t i = 0; i < count; ++i) {
      tensors.push_back({std::span<const std::byte>(source).subspan(i * read, read),
                         std::span(target).subspan(i * written, written)});
      EXPECT_TRUE(plan::interpret(plan, tensors[i].source,
                                  std::span(expected).subspan(i * written, written))
                      .has_value());
    }
  }

  plan::Plan plan;
  std::vector<std::byte> source;
  std::vector<std::byte> target;
  std::vector<std::byte> expected;
  std::vector<BatchTensor> tensors;
};

void expect_moves(std::string_view from, std::string_view to, int bits, std::size_t count) {
  for (const int threads : {1, 3}) {
    Block block(from, to, bits, count);
    PlanCache cache;
    const auto status = relayout_batch(map_of(from), map_of(to), bits, block.tensors,
                                       {.execute = {.threads = threads}, .cache = &cache});
    ASSERT_TRUE(status.has_value()) << status.error()->message;
    EXPECT_EQ(block.target, block.expected) << from << " to " << to;
    EXPECT_EQ(cache.size(), 1U);
  }
}

TEST(Batch, ManySmallTensorsAreOneCall) {
  expect_moves("f32[8,8]{1,0}", "f32[8,8]{0,1}", 32, 5000);
  expect_moves("u8[3,5]{1,0}", "u8[3,5]{1,0:T(2,2)}", 8, 1000);
  expect_moves("s4[4,6]{1,0}", "s4[4,6]{0,1}", 4, 1000);
}

TEST(Batch, FewLargeTensorsAreMovedByAllThreads) {
  expect_moves("f32[512,512]{1,0}", "f32[512,512]{0,1}", 32, 3);
  expect_moves("f32[0,512]{1,0}", "f32[0,512]{0,1}", 32, 3);
  expect_moves("f32[512,512]{1,0}", "f32[512,512]{0,1}", 32, 0);
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

/// One of a few kinds of tensors, with buffers of its own.
struct Owned {
  std::size_t kind = 0;
  std::vector<std::byte> source;
  std::vector<std::byte> target;
  std::vector<std::byte> expected;
};

TEST(Batch, TensorsOfManyLayoutsMoveExactly) {
  struct Kind {
    map::IndexMap f;
    map::IndexMap g;
    int bits;
  };
  const std::vector<Kind> kinds = {
      {map_of("f32[8,8]{1,0}"), map_of("f32[8,8]{0,1}"), 32},
      {map_of("bf16[30,40]{1,0}"), map_of("bf16[30,40]{1,0:T(8,128)(2,1)}"), 16},
      {map_of("u4[7,9]{1,0}"), map_of("u4[7,9]{0,1}"), 4},
      {map_of("f32[100,120]{1,0}"), map_of("f32[100,120]{0,1}"), 32},
      {map_of("f32[8,8]{0,1}"), map_of("f32[8,8]{0,1}"), 32},
  };
  core::check_law("relayout_moves_batches_exactly", 200, [&] {
    std::vector<Owned> owned(draw<std::size_t>(0, 60));
    std::vector<MappedTensor> tensors;
    for (Owned& tensor : owned) {
      tensor.kind = draw<std::size_t>(0, kinds.size());
      const Kind& kind = kinds[tensor.kind];
      const auto plan = plan::plan(kind.f, kind.g, kind.bits);
      tensor.source.resize(static_cast<std::size_t>(plan->source_bytes()));
      kernels::fill_randomly(tensor.source, static_cast<std::uint32_t>(tensors.size()));
      tensor.target.resize(static_cast<std::size_t>(plan->target_bytes()), std::byte{0xA5});
      tensor.expected.resize(tensor.target.size());
      ASSERT_TRUE(plan::interpret(*plan, tensor.source, tensor.expected).has_value());
      tensors.push_back({&kind.f, &kind.g, kind.bits, tensor.source, tensor.target});
    }
    PlanCache cache;
    const RelayoutOptions options{
        .execute = {.threads = *rc::gen::element(1, 2, 4), .small_bytes = 4096}, .cache = &cache};
    ASSERT_TRUE(relayout_batch(tensors, options).has_value());
    EXPECT_LE(cache.size(), kinds.size());
    for (const Owned& tensor : owned) ASSERT_EQ(tensor.target, tensor.expected) << tensor.kind;
  });
}

void expect_refused(const std::vector<BatchTensor>& tensors, std::string_view code,
                    std::string_view message) {
  const auto status = relayout_batch(map_of("f32[8,8]{1,0}"), map_of("f32[8,8]{0,1}"), 32, tensors);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, code);
  EXPECT_EQ(status.error()->message, message);
}

TEST(Batch, OneWrongTensorRefusesAll) {
  Block block("f32[8,8]{1,0}", "f32[8,8]{0,1}", 32, 4);
  const std::vector<std::byte> before = block.target;
  const std::span<std::byte> all(block.target);
  std::vector<BatchTensor> tensors = block.tensors;
  tensors[2].target = all.subspan(768, 255);
  expect_refused(tensors, "relayout.buffer_too_small",
                 "tensor 2 of the batch: the target buffer has 255 bytes and the plan needs 256");
  tensors[2].target = all.subspan(1, 256);
  expect_refused(tensors, "relayout.overlap",
                 "the target of tensor 2 shares memory with the target of tensor 0");
  tensors = block.tensors;
  tensors[0].source = all.subspan(600, 256);
  expect_refused(tensors, "relayout.overlap",
                 "the target of tensor 2 shares memory with the source of tensor 0");
  EXPECT_EQ(block.target, before);
}

TEST(Batch, TargetsInAnyOrderAndSourcesBetweenThemAreFine) {
  Block block("f32[8,8]{1,0}", "f32[8,8]{0,1}", 32, 3);
  std::vector<std::byte> memory(1536);
  const std::span<std::byte> all(memory);
  kernels::fill_randomly(memory, 9);
  const std::vector<BatchTensor> tensors = {{all.subspan(256, 256), all.subspan(1280, 256)},
                                            {all.subspan(256, 256), all.subspan(512, 256)},
                                            {all.subspan(1024, 256), all.subspan(0, 256)}};
  const auto status = relayout_batch(map_of("f32[8,8]{1,0}"), map_of("f32[8,8]{0,1}"), 32, tensors);
  ASSERT_TRUE(status.has_value()) << status.error()->message;
  std::vector<std::byte> expected(256);
  ASSERT_TRUE(plan::interpret(block.plan, all.subspan(256, 256), expected).has_value());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), memory.begin() + 512));
}

TEST(Batch, PlansThatAreRefusedNameTheirTensor) {
  const map::IndexMap f = map_of("f32[8,8]{1,0}");
  const map::IndexMap g = map_of("f32[8,9]{1,0}");
  const std::vector<MappedTensor> tensors = {{&f, &f, 32, {}, {}}, {&f, &g, 32, {}, {}}};
  const auto status = relayout_batch(tensors);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "map.domain_mismatch");
  EXPECT_EQ(status.error()->message.find("tensor 1 of the batch: "), 0U);
}

TEST(Batch, AllBytesOfABatchAreWatched) {
  Block block("f32[64,64]{1,0}", "f32[64,64]{0,1}", 32, 100);
  const map::IndexMap f = map_of("f32[64,64]{1,0}");
  const map::IndexMap g = map_of("f32[64,64]{0,1}");
  for (const int threads : {1, 3}) {
    std::vector<std::int64_t> told;
    RelayoutOptions options{.execute = {.threads = threads},
                            .watch = {[&](Progress progress) {
                                        told.push_back(progress.done_bytes);
                                        return true;
                                      },
                                      200000}};
    ASSERT_TRUE(relayout_batch(f, g, 32, block.tensors, options).has_value());
    EXPECT_GE(told.size(), 4U);
    EXPECT_EQ(told.back(), 1638400);
    options.watch.report = [&](Progress progress) { return progress.done_bytes == 0; };
    const auto status = relayout_batch(f, g, 32, block.tensors, options);
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error()->code, "relayout.cancelled");
  }
}

}  // namespace
}  // namespace tileglot::relayout::cpu
