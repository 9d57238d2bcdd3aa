// SPDX-License-Identifier: Apache-2.0
// shared_conflicts_test.cc: bank conflicts of linear layouts, counted on maps, by the algebra over
// F2 and by a simulated memory.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/advice/access/simulated_memory.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/core/law.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/value/json.h"
#include "tileglot/value/linear.h"

namespace tileglot::advice {
namespace {

namespace linear = notation::linear;

/// A memory of the same tensor whose rows are any independent vectors.
linear::Layout any_memory(const linear::Layout& of) {
  linear::Layout memory;
  for (const linear::Dimension& out : of.outs()) memory.add_out(out.name, out.bits);
  std::vector<std::uint64_t> columns;
  for (int i = 0; i < of.out_bits(); ++i) columns.push_back(std::uint64_t{1} << i);
  for (std::size_t i = columns.size(); i-- > 1;) {
    std::swap(columns[i], columns[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  }
  for (int i = *rc::gen::inRange(0, 6); i > 0 && columns.size() > 1; --i) {
    const std::size_t to = *rc::gen::inRange<std::size_t>(0, columns.size());
    const std::size_t from = *rc::gen::inRange<std::size_t>(0, columns.size());
    if (to != from) columns[to] ^= columns[from];
  }
  memory.add_in(linear::kOffset, columns);
  return memory;
}

TEST(SharedConflicts, WhatAnotherSimulatorRecordedIsCountedAgain) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  std::ifstream file(*shared / "golden/linear.jsonl");
  std::int64_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.find("\"op\":\"linear.bank_conflicts\"") == std::string::npos) continue;
    const value::Json json = value::Json::parse(line);
    const auto distributed = value::linear_of_json(json["args"][0]);
    const auto memory = value::linear_of_json(json["args"][1]);
    ASSERT_TRUE(distributed && memory) << line;
    const Counted found =
        counted(*distributed, *bridge::memory_map(*memory), json["args"][2].get<std::int64_t>());
    EXPECT_EQ(found.vector, json["result"]["elems_per_vec"]) << line;
    EXPECT_EQ(found.conflicts.ways - 1, json["result"]["extra_wavefronts"]) << line;
    ++lines;
  }
  EXPECT_GT(lines, 50);
}

TEST(SharedConflictsLaw, MapsAlgebraAndMemoryAgree) {
  std::int64_t conflicting = 0;
  std::int64_t wide = 0;
  std::int64_t same_vectors = 0;
  core::check_law("conflicts_of_linear_layouts", 3000, [&] {
    const linear::Layout distributed = (*linear::any_distributed_pair({.max_bits = 10})).src;
    const linear::Layout memory = any_memory(distributed);
    const std::int64_t bits = *rc::gen::element<std::int64_t>(8, 16, 32, 64);
    const Counted found = counted(distributed, *bridge::memory_map(memory), bits);
    const std::string pair = linear::print(distributed) + " in " + linear::print(memory);
    const std::int64_t vector = simulated_vector(distributed, offsets_of(memory), bits);
    ASSERT_EQ(found.vector, vector) << pair;
    const Simulated expected = simulate(distributed, offsets_of(memory), bits, vector);
    ASSERT_EQ(found.conflicts.ways, expected.ways) << pair;
    ASSERT_EQ(found.conflicts.wavefronts, expected.wavefronts) << pair;
    const auto algebra = *linear::access_conflicts(distributed, memory, static_cast<int>(bits));
    // The algebra permutes the bits of a register's number, a map the registers themselves.
    ASSERT_GE(found.vector, algebra.elements_per_vector) << pair;
    if (found.vector > algebra.elements_per_vector) return;
    ++same_vectors;
    ASSERT_EQ(found.conflicts.ways, algebra.extra_wavefronts + 1) << pair;
    if (found.conflicts.ways > 1) ++conflicting;
    if (found.vector > 1) ++wide;
  });
  EXPECT_GT(conflicting, 0);
  EXPECT_GT(wide, 0);
  EXPECT_GT(same_vectors, core::law_minimum(80));
}

}  // namespace
}  // namespace tileglot::advice
