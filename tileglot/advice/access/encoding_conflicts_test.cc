// SPDX-License-Identifier: Apache-2.0
// encoding_conflicts_test.cc: every kind of distributed encoding in every kind of shared memory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/advice/access/simulated_memory.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/padded_memory.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/padded_offset.h"
#include "tileglot/notation/triton/parse.h"

namespace tileglot::advice {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

/// A memory of the table: the map, and where the simulator puts each element.
struct TableMemory {
  std::string text;
  map::IndexMap map;
  std::vector<std::int64_t> offsets;
};

/// The value, or an exception that the test reports.
template <class T>
T checked(const core::Result<T>& result, const std::string& text) {
  if (!result) throw std::runtime_error(text + ": " + result.error()->message);
  return *result;
}

linear::Layout lowered(const triton::Encoding& encoding, const std::string& text) {
  return checked(bridge::lower(encoding, triton::Numbers{64, 64}), text);
}

TableMemory memory_of(const std::string& text) {
  const triton::Encoding encoding = checked(triton::parse_encoding(text), text);
  const linear::Layout layout = lowered(encoding, text);
  TableMemory memory{text, checked(bridge::memory_map(layout), text), offsets_of(layout)};
  if (const auto* padded = std::get_if<triton::PaddedShared>(&encoding.family())) {
    memory.map = checked(bridge::with_padding(memory.map, padded->paddings), text);
    for (std::int64_t& offset : memory.offsets) {
      offset = checked(triton::padded_offset(padded->paddings, offset), text);
    }
  }
  return memory;
}

/// Accumulators and operands of mma.sync and wgmma, and blocked layouts.
std::vector<std::string> distributed_encodings() {
  const std::string second =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = "
      "[16, "
      "8]}>";
  const std::string third =
      "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = "
      "[16, "
      "64, 16]}>";
  std::vector<std::string> encodings{second, third};
  for (const char* width : {"2", "4"}) {
    for (const char* operand : {"0", "1"}) {
      encodings.push_back(fmt::format("#ttg.dot_op<{{opIdx = {}, parent = {}, kWidth = {}}}>",
                                      operand, second, width));
    }
  }
  encodings.push_back("#ttg.dot_op<{opIdx = 0, parent = " + third + ", kWidth = 2}>");
  const std::string blocked =
      "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = [2, 2], order = {}}}>";
  for (const char* order : {"[1, 0]", "[0, 1]"}) {
    for (const char* size : {"[1, 1]", "[1, 8]", "[4, 2]"}) {
      for (const char* threads : {"[1, 32]", "[4, 8]", "[32, 1]"}) {
        encodings.push_back(fmt::format(fmt::runtime(blocked), size, threads, order));
      }
    }
  }
  return encodings;
}

std::vector<std::string> shared_encodings(std::int64_t bits) {
  std::vector<std::string> encodings;
  for (const char* order : {"[1, 0]", "[0, 1]"}) {
    for (const char* phases :
         {"vec = 1, perPhase = 1, maxPhase = 1", "vec = 8, perPhase = 1, maxPhase = 8",
          "vec = 4, perPhase = 2, maxPhase = 4", "vec = 2, perPhase = 1, maxPhase = 16"}) {
      encodings.push_back(fmt::format("#ttg.swizzled_shared<{{{}, order = {}}}>", phases, order));
    }
    for (const char* paddings : {"[64:+8]", "[32:+4, 512:+16]", "[128:+1]"}) {
      encodings.push_back(
          fmt::format("#ttg.padded_shared<{} {{order = {}, shape = [64, 64]}}>", paddings, order));
    }
  }
  for (const std::int64_t swizzle : {0, 32, 64, 128}) {
    // A row of 64 elements is at least as long as what is swizzled.
    if (64 * bits / 8 < swizzle) continue;
    for (const char* transposed : {"false", "true"}) {
      encodings.push_back(
          fmt::format("#ttg.nvmma_shared<{{swizzlingByteWidth = {}, transposed = {}, "
                      "elementBitWidth = {}}}>",
                      swizzle, transposed, bits));
    }
  }
  return encodings;
}

TEST(EncodingConflicts, EveryEncodingInEverySharedMemoryIsAsSimulated) {
  std::int64_t met = 0;
  std::int64_t pairs = 0;
  std::int64_t conflicting = 0;
  for (const std::int64_t bits : {8, 16, 32}) {
    for (const std::string& shared : shared_encodings(bits)) {
      const TableMemory memory = memory_of(shared);
      for (const std::string& text : distributed_encodings()) {
        // There are 25 of these: every fourth pair takes each of them, and each memory.
        if (met++ % 4 != 0 && !core::is_soak()) continue;
        const linear::Layout distributed =
            lowered(checked(triton::parse_encoding(text), text), text);
        const Counted found = counted(distributed, memory.map, bits);
        const std::int64_t vector = simulated_vector(distributed, memory.offsets, bits);
        ASSERT_EQ(found.vector, vector) << text << " in " << shared;
        const Simulated expected = simulate(distributed, memory.offsets, bits, vector);
        ASSERT_EQ(found.conflicts.ways, expected.ways) << text << " in " << shared;
        ASSERT_EQ(found.conflicts.wavefronts, expected.wavefronts) << text << " in " << shared;
        ++pairs;
        if (found.conflicts.ways > 1) ++conflicting;
      }
    }
  }
  std::cout << pairs << " pairs, " << conflicting << " with conflicts\n";
  EXPECT_GT(met, 1500);
  EXPECT_GT(conflicting, pairs / 4);
  EXPECT_LT(conflicting, pairs);
}

}  // namespace
}  // namespace tileglot::advice
