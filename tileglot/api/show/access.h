// SPDX-License-Identifier: Apache-2.0
// show/access.h: an access of shared memory as data, to be played back tick by tick.
//
// What     access(request) lists the phases of an access: the lanes, what they touch, and the words
//          that the banks deliver to them, each with its tick (analysis/served_words.h). With
//          `suggest` it adds the swizzles and the padding that have fewer conflicts, as `check
//          --suggest` names them. The text is a table of the phases.
// Why      The web page animates what `show --view banks` draws as one picture.
// Units    Offsets in elements, ticks within a phase. 32 banks of 4 bytes. At most kMostListed
//          phases are listed; all_phases, ways and wavefronts count all.
// Example  (8,64):(64,1) of f16: 8 phases of 8 ticks; in the first, lane 3 gets its words from
//          banks 0 to 3 in tick 3.
//          [tests: show/access_test.cc, "each lane gets its words in their ticks"]
// Errors   Those of show/bank_access.h and of parsing; with `suggest` those of
//          advice/access/memory.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

inline constexpr std::size_t kMostListed = 256;

struct AccessRequest {
  std::string layout = {};
  std::optional<std::string> dtype = {};
  std::optional<std::string> notation = {};  ///< nothing: detected
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
  std::optional<std::string> access = {};    ///< ldmatrix, vector:4, ..; nothing: suits the layout
  bool suggest = false;
};

Reply access(const AccessRequest& request);

}  // namespace tileglot::api
