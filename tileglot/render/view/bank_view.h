// SPDX-License-Identifier: Apache-2.0
// bank_view.h: the banks of shared memory that each phase of an access uses.
//
// What     bank_view(phases) is a panel with a row for each phase and a column for each bank. The
//          label of a cell is the number of words that the bank delivers, one after the other. A
//          cell with several is drawn as a witness of the conflict, an unused bank as a hole.
// Why      A conflict is a full cell beside empty ones.
// Units    A row is named instruction.phase; warp.instruction.phase where there are several warps.
// Example  (8,64):(64,1) of f16 by ldmatrix: row 0 is 8 8 8 8, then 28 holes.
//          [tests: bank_view_test.cc, "a conflict is a witness"]
#pragma once

#include <span>

#include "tileglot/analysis/bank_phases.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

Panel bank_view(std::span<const analysis::BankPhase> phases);

}  // namespace tileglot::render
