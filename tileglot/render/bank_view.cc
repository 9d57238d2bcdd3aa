// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/bank_view.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/analysis/bank_phases.h"
#include "tileglot/render/picture.h"

namespace tileglot::render {
namespace {

constexpr std::int64_t kBanksTogether = 4;

std::string header_of(const analysis::BankPhase& phase) {
  return fmt::format("{}.{}", phase.instruction, phase.phase);
}

std::string title_of(const analysis::BankPhase& phase, std::size_t bank) {
  const analysis::BankLoad& load = phase.banks[bank];
  const std::string place = fmt::format("warp {}, instruction {}, phase {}, bank {}", phase.warp,
                                        phase.instruction, phase.phase, bank);
  if (load.words == 0) return place + ": not asked";
  return fmt::format("{}: {} words for lanes {}", place, load.words, fmt::join(load.lanes, ","));
}

Cell cell_of(const analysis::BankPhase& phase, std::size_t bank) {
  const std::int64_t words = phase.banks[bank].words;
  Cell cell{.title = title_of(phase, bank)};
  cell.kind = words == 0 ? CellKind::kHole : words == 1 ? CellKind::kData : CellKind::kWitness;
  if (words > 0) cell.label = fmt::format("{}", words);
  return cell;
}

}  // namespace

Panel bank_view(std::span<const analysis::BankPhase> phases) {
  Panel panel{.rows = {.name = "instruction.phase"}, .columns = {.name = "bank"}};
  if (phases.empty()) return panel;
  for (std::size_t bank = 0; bank < phases.front().banks.size(); ++bank) {
    panel.columns.headers.push_back(fmt::format("{}", bank));
    if (bank > 0 && bank % kBanksTogether == 0) panel.columns.borders.push_back({bank, 0});
  }
  for (const analysis::BankPhase& phase : phases) {
    panel.rows.headers.push_back(header_of(phase));
    for (std::size_t bank = 0; bank < phase.banks.size(); ++bank)
      panel.cells.push_back(cell_of(phase, bank));
  }
  return panel;
}

}  // namespace tileglot::render
