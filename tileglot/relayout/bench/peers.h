// SPDX-License-Identifier: Apache-2.0
// peers.h: all other libraries that the benchmark knows.
//
// What     peer_list() names them; peers_of(transfer, threads) are movers of those that can make
//          this move. None can where the target has padding, which they do not support.
// Why      A speed says little without the best of the others.
#pragma once

#include <vector>

#include "tileglot/relayout/bench/mover.h"
#include "tileglot/relayout/bench/peer.h"
#include "tileglot/relayout/bench/transfer.h"

namespace tileglot::relayout::bench {

std::vector<Peer> peer_list();

std::vector<Mover> peers_of(const Transfer& transfer, int threads);

}  // namespace tileglot::relayout::bench
