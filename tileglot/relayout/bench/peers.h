// SPDX-License-Identifier: Apache-2.0
// peers.h: other libraries that can make a move, those that were found when this was configured.
//
// What     peers_of(transfer, threads) are those that can make this move with so many threads;
//          peer_list() names all that are known, and which are absent.
// Why      A speed says little without the best that others make of it.
// Errors   None: who cannot make a move is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/relayout/bench/mover.h"
#include "tileglot/relayout/bench/transfer.h"

namespace tileglot::relayout::bench {

struct Peer {
  std::string_view name;
  bool present = false;
  std::string remark = {};  ///< its version, or how to get it
};

std::vector<Peer> peer_list();

std::vector<Mover> peers_of(const Transfer& transfer, int threads);

}  // namespace tileglot::relayout::bench
