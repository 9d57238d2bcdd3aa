// SPDX-License-Identifier: Apache-2.0
// peer.h: another library that can make a move.
//
// What     A Peer is a name and, if the library was found at configure time, a function that makes
//          a mover of it. Each peer_NAME_bench.cc has one.
// Why      None of them is required: an absent one is named and skipped.
// Errors   None: the result is empty if the library cannot make the move, or not with that many
//          threads.
#pragma once

#include <optional>
#include <string>

#include "tileglot/relayout/bench/mover.h"
#include "tileglot/relayout/bench/strided_move.h"
#include "tileglot/relayout/bench/transfer.h"

namespace tileglot::relayout::bench {

using MakeMover = std::optional<Mover> (*)(const StridedMove& move, const Transfer& transfer,
                                           int threads);

struct Peer {
  std::string name = {};
  std::string remark = {};   ///< its version, or how to get it
  MakeMover make = nullptr;  ///< null: absent
};

Peer onednn();
Peer eigen();
Peer openblas();
Peer numpy();
Peer hptt();
Peer xla();

}  // namespace tileglot::relayout::bench
