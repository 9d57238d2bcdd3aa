// SPDX-License-Identifier: Apache-2.0
// partitioning.h: whether a module is one device's program, or the program of whole arrays.
//
// What     partitioning_of(module) decides by what the module says of itself, and lists the facts
//          that decided and those that speak against it. A partitioned module is the program of one
//          device: its shapes are those of the parts, and the shardings of its parameters say how
//          the whole arrays were split.
// Why      XLA prints both kinds of module with the same shardings on the parameters. The shapes of
//          whole arrays have to be divided to see what a device stores; those of a part must not be
//          divided again.
//
// Rules    The first that finds something decides:
//          1. Calls of a partitioner, such as Sharding, SPMDFullToShardShape, CustomSPMDPartitioning
//             and Shardy's: a partitioner still has to run.
//          2. Computations that XLA's partitioner made, whose names end in _spmd: partitioned.
//          3. Shardy's attributes, and tiled shardings of instructions that are neither parameters
//             nor the root of the entry: not partitioned. The partitioner leaves neither.
//          4. Collectives over partitions, and partition-id: partitioned.
//          5. Otherwise the shapes are those of whole arrays.
// Units    Devices are counted from the header, the shardings and the groups of the collectives.
// Example  A module whose entry is main.4628_spmd, with 87 collectives, is one device's program.
//          [tests: hlo/pass/entry/partitioning_test.cc, "each kind of evidence decides"]
// Source   XLA, spmd_partitioner.cc, which names a partitioned computation NAME_spmd, and
//          collective_ops_utils.h for what a collective with a channel communicates with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

struct Partitioning {
  bool is_partitioned = false;
  bool is_told = false;                    ///< the caller decided
  std::vector<std::string> evidence = {};  ///< for the decision; empty: nothing speaks for another
  std::vector<std::string> despite = {};   ///< speaks for the other decision
  std::int64_t devices = 1;                ///< that collectives over partitions name
};

/// `told`: the caller's decision, whatever the module says of itself.
Partitioning partitioning_of(const Module& module, std::optional<bool> told = {});

}  // namespace tileglot::hlo
