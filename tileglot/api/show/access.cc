// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/access.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tileglot/advice/access/memory.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/served_words.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/bank_access.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

Json json_of(const analysis::ServedLane& lane) {
  return {{"lane", lane.lane},   {"offset", lane.offset}, {"byte", lane.byte},
          {"bytes", lane.bytes}, {"banks", lane.banks},   {"ticks", lane.ticks}};
}

Json json_of(const analysis::ServedWord& word) {
  return {{"bank", word.bank}, {"word", word.word}, {"tick", word.tick}, {"lanes", word.lanes}};
}

Json json_of(const analysis::ServedPhase& phase);

template <class Part>
Json list_of(const std::vector<Part>& parts) {
  Json list = Json::array();
  for (const Part& part : parts) list.push_back(json_of(part));
  return list;
}

Json json_of(const analysis::ServedPhase& phase) {
  return {
      {"warp", phase.warp},   {"instruction", phase.instruction}, {"phase", phase.phase},
      {"ways", phase.ways()}, {"lanes", list_of(phase.lanes)},    {"words", list_of(phase.words)}};
}

/// What the counts assume, as `check` states it.
std::string model_of(const advice::NamedAccess& walked, const advice::Elements& elements) {
  advice::RuleTable table;
  table.add_model(advice::bank_model(walked, elements, kSharedBanks));
  table.add_model(advice::storage_model(elements));
  return table.model;
}

/// As `check --suggest` lists them.
core::Result<Json> cures_of(const ShownLayout& shown, const advice::NamedAccess& walked) {
  TILEGLOT_TRY(table, advice::check_accesses({shown.layout, shown.drawn, elements_of(shown)},
                                             {.access = walked.name, .suggest = true}));
  return advice::to_json(table)["cures"];
}

value::TextRow row_of(const analysis::ServedPhase& phase) {
  std::set<std::int64_t> banks;
  for (const analysis::ServedWord& word : phase.words) banks.insert(word.bank);
  return {fmt::format("{}", phase.warp), fmt::format("{}", phase.instruction),
          fmt::format("{}", phase.phase), fmt::format("{}", phase.ways()),
          fmt::format("{} of {}", banks.size(), kSharedBanks.count)};
}

std::string table_of(const std::vector<analysis::ServedPhase>& phases) {
  using enum value::Align;
  std::vector<value::TextRow> rows{{"warp", "instruction", "phase", "ways", "banks"}};
  for (const analysis::ServedPhase& phase : phases) rows.push_back(row_of(phase));
  return value::table_of(rows, {kRight, kRight, kRight, kRight, kLeft});
}

std::string cures_text(const Json& cures) {
  std::vector<value::TextRow> rows;
  for (const Json& cure : cures) rows.push_back({"cure", cure["name"], cure["effect"]});
  return value::table_of(rows, {value::Align::kLeft, value::Align::kLeft, value::Align::kLeft});
}

}  // namespace

Reply access(const AccessRequest& request) {
  const ShowRequest show{
      .dtype = request.dtype, .notation = request.notation, .tensor = request.tensor};
  TILEGLOT_TRY(shown, read_shown_layout(request.layout, show, false));
  TILEGLOT_TRY_STATUS(check_in_memory(shown));
  TILEGLOT_TRY(walked, walk_shown(shown.drawn, shown, request.access));
  Json cures = Json::array();
  if (request.suggest) {
    TILEGLOT_TRY(found, cures_of(shown, walked));
    cures = found;
  }
  const std::int64_t bits = shown.element_bits;
  const auto counted = analysis::bank_conflicts(walked.lanes, bits, kSharedBanks);
  const auto phases = analysis::served_words(walked.lanes, bits, kSharedBanks, kMostListed);
  const std::string title = access_text(walked, bits);
  return Answer{
      .text = fmt::format("{}: {}-way, {} wavefronts in {} phases\n{}{}", title, counted.ways,
                          counted.wavefronts, counted.phases, table_of(phases), cures_text(cures)),
      .json = {{"layout", shown.text},
               {"access", walked.name},
               {"title", title},
               {"model", model_of(walked, elements_of(shown))},
               {"banks", kSharedBanks.count},
               {"bank_bytes", kSharedBanks.width_bytes},
               {"element_bits", bits},
               {"vector", walked.lanes.vector},
               {"ways", counted.ways},
               {"wavefronts", counted.wavefronts},
               {"phases", list_of(phases)},
               {"all_phases", counted.phases},
               {"cures", cures}},
      .note = counted.phases > std::ssize(phases)
                  ? fmt::format("the first {} phases are listed\n", kMostListed)
                  : ""};
}

}  // namespace tileglot::api
