// SPDX-License-Identifier: Apache-2.0
// simulated_memory.h: a warp that stores to shared memory, byte by byte, for tests.
//
// What     offsets_of(memory) walks over the offsets of a linear layout and notes where each
//          element is. simulate(distributed, offsets, ..) lets every lane of every warp touch the
//          bytes of its registers, `vector` registers at a time, and counts ways and wavefronts by
//          analysis/slow_banks.h.
// Why      The table of encodings is checked against it; simulate uses no maps, chains or inverses.
// Units    Elements are numbered row-major. The bits of an element are whole bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::advice {

/// What analysis counts on maps, to compare with the simulation.
struct Counted {
  std::int64_t vector = 1;
  analysis::BankConflicts conflicts = {};
};

Counted counted(const notation::linear::Layout& distributed, const map::IndexMap& memory,
                std::int64_t bits);

struct Simulated {
  std::int64_t ways = 0;
  std::int64_t wavefronts = 0;
};

/// The offset of each element. Precondition: every element has one.
std::vector<std::int64_t> offsets_of(const notation::linear::Layout& memory);

/// The most elements of at most 16 bytes that every thread holds contiguously, register by
/// register: tried from the definition, widest first.
std::int64_t simulated_vector(const notation::linear::Layout& distributed,
                              const std::vector<std::int64_t>& offsets, std::int64_t bits);

/// The first thread determines which registers are grouped. Precondition: every thread groups them
/// alike.
Simulated simulate(const notation::linear::Layout& distributed,
                   const std::vector<std::int64_t>& offsets, std::int64_t bits,
                   std::int64_t vector);

}  // namespace tileglot::advice
