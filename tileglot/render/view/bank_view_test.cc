// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/bank_view.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/analysis/bank_phases.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

using analysis::BankLoad;
using analysis::BankPhase;

TEST(BankView, AConflictIsAWitness) {
  // Eight rows of 128 bytes: the lanes meet in four banks.
  BankPhase phase{.instruction = 1, .phase = 2, .banks = std::vector<BankLoad>(32)};
  for (std::size_t bank = 0; bank < 4; ++bank) phase.banks[bank] = {8, {0, 1, 2, 3, 4, 5, 6, 7}};
  const Panel panel = bank_view(std::vector{phase});
  ASSERT_EQ(panel.rows.headers, (std::vector<std::string>{"1.2"}));
  ASSERT_EQ(panel.columns.count(), 32U);
  EXPECT_EQ(brief(panel).substr(0, 23), "!8 !8 !8 !8 | - - - - |");
  EXPECT_EQ(panel.at(0, 4).kind, CellKind::kHole);
  EXPECT_EQ(panel.columns.borders.size(), 7U);
  EXPECT_EQ(panel.at(0, 3).title,
            "warp 0, instruction 1, phase 2, bank 3: 8 words for lanes 0,1,2,3,4,5,6,7");
  EXPECT_EQ(panel.at(0, 5).title, "warp 0, instruction 1, phase 2, bank 5: not asked");
}

TEST(BankView, OneWordIsNotAConflict) {
  const BankPhase phase{.banks = {{1, {3}}, {0, {}}, {2, {0, 1}}}};
  const Panel panel = bank_view(std::vector{phase});
  EXPECT_EQ(brief(panel), "1 - !2\n");
  EXPECT_EQ(panel.at(0, 0).title, "warp 0, instruction 0, phase 0, bank 0: 1 word for lane 3");
  EXPECT_EQ(panel.rows.name, "instruction.phase");
}

TEST(BankView, SeveralWarpsAreNamed) {
  const std::vector<BankPhase> phases = {{.warp = 0, .banks = {{1, {0}}}},
                                         {.warp = 1, .banks = {{1, {0}}}}};
  const Panel panel = bank_view(phases);
  EXPECT_EQ(panel.rows.name, "warp.instruction.phase");
  EXPECT_EQ(panel.rows.headers, (std::vector<std::string>{"0.0.0", "1.0.0"}));
}

TEST(BankView, NoPhaseMeansNoRow) { EXPECT_TRUE(bank_view({}).cells.empty()); }

}  // namespace
}  // namespace tileglot::render
