// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/bank_view.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/analysis/bank_phases.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

constexpr std::int64_t kBanksTogether = 4;

/// True if there are several warps.
bool has_warps(std::span<const analysis::BankPhase> phases) {
  return phases.front().warp != phases.back().warp;
}

std::string header_of(const analysis::BankPhase& phase, bool with_warp) {
  const std::string header = fmt::format("{}.{}", phase.instruction, phase.phase);
  return with_warp ? fmt::format("{}.{}", phase.warp, header) : header;
}

std::string title_of(const analysis::BankPhase& phase, std::size_t bank) {
  const analysis::BankLoad& load = phase.banks[bank];
  const std::string place = fmt::format("warp {}, instruction {}, phase {}, bank {}", phase.warp,
                                        phase.instruction, phase.phase, bank);
  if (load.words == 0) return place + ": not asked";
  return fmt::format("{}: {} {} for {} {}", place, load.words, load.words == 1 ? "word" : "words",
                     load.lanes.size() == 1 ? "lane" : "lanes", fmt::join(load.lanes, ","));
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
  const bool with_warp = has_warps(phases);
  if (with_warp) panel.rows.name = "warp.instruction.phase";
  panel.rows.headers.reserve(phases.size());
  for (const analysis::BankPhase& phase : phases) {
    panel.rows.headers.push_back(header_of(phase, with_warp));
    for (std::size_t bank = 0; bank < phase.banks.size(); ++bank)
      panel.cells.push_back(cell_of(phase, bank));
  }
  return panel;
}

}  // namespace tileglot::render
