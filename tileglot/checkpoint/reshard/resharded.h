// SPDX-License-Identifier: Apache-2.0
// resharded.h: small models in files, resharded in tests.
//
// What     A Resharded has a source folder with the model w u32 [8,6], b u32 [5] in two files by rows, as
//          torch's sharded safetensors, and a folder for the output. Units of 16 bytes and slabs of 32
//          make several slabs of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {

/// `rules` as notation/mesh/rules.h reads them; empty: whole arrays.
PlanOptions plan_options(const std::string& input, std::string_view rules, Names names,
                         std::int64_t workers = 1);

/// Each element of the model in the folder is its number.
void expect_numbered_model(const std::string& path);

class Resharded {
 public:
  static constexpr std::string_view kColumns = "mesh tp=2\nb P()\n* P(None, 'tp')\n";

  Resharded();

  std::string source() const { return source_ / ""; }
  std::string output() const { return output_ / ""; }
  std::vector<std::string> output_names() const { return output_.names(); }
  /// Those that are not hidden.
  std::vector<std::string> named() const;

  /// Precondition: the plan can be made.
  std::unique_ptr<const ReshardPlan> plan(std::string_view rules = kColumns,
                                          Names names = Names::kRank,
                                          std::int64_t workers = 1) const;
  CarryOptions options(std::int64_t worker = 0) const;

 private:
  io::TemporaryFolder source_;
  io::TemporaryFolder output_;
};

}  // namespace tileglot::checkpoint::reshard
