// SPDX-License-Identifier: Apache-2.0
// hlo/stats.h: `tileglot hlo stats MODULE`.
//
// What     How many instructions of each operation there are, how often each layout occurs among
//          arrays of two or more dimensions, how many bytes parameters, constants and result take,
//          how many of them are padding, how many copies there are and what they move; what each
//          device stores (hlo/stats_devices.h) and what layouts cost (hlo/stats_costs.h).
// Why      These are the first numbers to compare between two compilations of a program.
// Units    Bytes as stored in memory, padding of tiles included. A copy moves its result once.
// Example  ENTRY with a copy of f32[4,8]: copies 1, 128 bytes.
//          [tests: hlo/stats_test.cc, "copies and layouts are counted"]
// Errors   Those of hlo/parse.h; hlo.partitioned. Arrays of unknown size count as 0 bytes; their number is reported.
#pragma once

#include <string>

#include "tileglot/api/hlo/stats_costs.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct HloStatsRequest {
  ModuleText module = {};
  bool lenient = false;              ///< keeps unknown attributes
  std::string partitioned = "auto";  ///< whether the shapes are one device's: auto, yes or no
  HloCostsRequest costs = {};
};

Reply hlo_stats(const HloStatsRequest& request);

}  // namespace tileglot::api
