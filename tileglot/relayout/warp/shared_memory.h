// SPDX-License-Identifier: Apache-2.0
// shared_memory.h: the simulated memories of blocks, which detect data races.
//
// What     SharedMemory holds a cell for each element of each block. write and read report an
//          error: a cell that another thread touched since the last barrier that both wait at, or
//          one that was never written. barrier(scope) orders the accesses of all threads in that
//          scope.
// Why      A plan with a missing barrier may still deliver in one order of threads; here it is
//          rejected in any.
// Units    A cell is one element. Two threads may write the same element to a cell.
// Example  Lane 0 of warp 0 writes, a warp barrier, lane 0 of warp 1 reads: warp.race.
//          [tests: shared_memory_test.cc, "a barrier of a warp is none for another"]
// Errors   warp.race, warp.unwritten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/warp/instruction.h"
#include "tileglot/relayout/warp/threads.h"

namespace tileglot::relayout::warp {

class SharedMemory {
 public:
  SharedMemory(std::size_t blocks, std::size_t cells) : cells_per_block_(cells) {
    cells_.resize(blocks * cells);
  }

  core::Status write(const Thread& thread, const Place& place, std::uint32_t element);
  core::Result<std::uint32_t> read(const Thread& thread, const Place& place);
  void barrier(Scope scope);

 private:
  /// Barriers passed, by scope.
  struct Epoch {
    int warp = 0;
    int block = 0;
    int cluster = 0;
  };
  struct Touch {
    Thread by;
    Epoch when;
  };
  struct Cell {
    Content element;
    Touch written;
    std::vector<Touch> read;
  };

  Cell* cell(const Place& place);
  bool waited(const Touch& before, const Thread& thread) const;

  std::vector<Cell> cells_;
  std::size_t cells_per_block_;
  Epoch now_;
};

}  // namespace tileglot::relayout::warp
