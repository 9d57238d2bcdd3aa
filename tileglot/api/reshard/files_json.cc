// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/files_json.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/value/json.h"

namespace tileglot::api {
namespace {

namespace files = checkpoint::reshard;
using value::Json;

constexpr const char* kSchema = "tileglot.reshard-files/1";

Json arrays_json(const files::ReshardPlan& plan) {
  Json arrays = Json::array();
  for (const files::WantedArray& array : plan.wanted.arrays) {
    arrays.push_back({{"name", array.name},
                      {"type", core::name(array.type)},
                      {"extents", array.extents},
                      {"sharding", array.sharding},
                      {"tiles", array.tiles.size()}});
  }
  return arrays;
}

Json files_json(const files::ReshardPlan& plan) {
  Json all = Json::array();
  for (const files::OutputPart& part : plan.output.parts) {
    all.push_back({{"name", part.file},
                   {"tensors", part.entries.size()},
                   {"header_bytes", part.header.size()},
                   {"bytes", part.file_bytes()}});
  }
  return all;
}

Json cost_json(const files::ReadCost& cost) {
  return {{"wanted_bytes", cost.wanted_bytes},
          {"read_bytes", cost.read_bytes},
          {"page_bytes", cost.page_bytes},
          {"reads", cost.reads}};
}

/// Of the workers that have files.
Json shares_json(const files::ReshardPlan& plan, const std::vector<files::ReadCost>& costs) {
  Json shares = Json::array();
  for (std::size_t i = 0; i < plan.shares.size(); ++i) {
    if (plan.shares[i].empty()) continue;
    shares.push_back({{"worker", i},
                      {"files", plan.shares[i]},
                      {"bytes", plan.bytes_of(i)},
                      {"reads", cost_json(costs[i])}});
  }
  return shares;
}

}  // namespace

Json plan_json(const files::ReshardPlan& plan, const Worker& worker,
               const std::vector<files::ReadCost>& costs) {
  Json json = {{"schema", kSchema},
               {"names", print(plan.names)},
               {"source_files", plan.source.files.size()},
               {"source_bytes", files::source_bytes(plan.source)},
               {"bytes", plan.output.data_bytes()},
               {"worker", worker.number},
               {"workers", plan.shares.size()},
               {"arrays", arrays_json(plan)},
               {"files", files_json(plan)}};
  if (!costs.empty()) json["shares"] = shares_json(plan, costs);
  if (plan.output.index) json["index"] = plan.output.index->file;
  return json;
}

Json report_json(const files::ReshardReport& report) {
  return {{"moved_bytes", report.moved_bytes},   {"kept_bytes", report.kept_bytes},
          {"redone_bytes", report.redone_bytes}, {"seconds", report.seconds},
          {"threads", report.threads},           {"missing", report.missing},
          {"complete", report.is_complete}};
}

Json status_json(const files::ReshardStatus& status) {
  Json job = Json::object();
  for (const files::JobField& field : status.job.fields) job[field.name] = field.value;
  Json parts = Json::array();
  for (const files::PartStatus& part : status.parts) {
    parts.push_back({{"name", part.file},
                     {"state", print(part.state)},
                     {"done_bytes", part.done_bytes},
                     {"bytes", part.bytes},
                     {"worker", part.worker}});
  }
  return {{"schema", kSchema},
          {"complete", status.is_complete},
          {"job", std::move(job)},
          {"files", std::move(parts)}};
}

}  // namespace tileglot::api
