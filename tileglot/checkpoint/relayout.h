// SPDX-License-Identifier: Apache-2.0
// relayout.h: a model moved to other layouts.
//
// What     Moves the tensors of a model, in one file or in parts, each to the layout that the first
//          matching rule names, and copies the others; the file records every layout.
// Why      A model is moved once for the machine that it runs on, and must come back as it was.
// How      plan.h decides, writer.h writes; a dry run stops between.
// Example  `to` = tpu gives each tensor the tiling of its type, row-major brings the same file
//          back.
//          [tests: relayout_test.cc, "there and back is the same file"]
// Errors   checkpoint.* and those of plan.h and writer.h.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/writer.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint {

struct RelayoutReport {
  Checkpoint source;
  Plan plan;  ///< refers to the source
  /// By kernel, the number of tensors that it moves.
  std::map<std::string_view, std::size_t> kernels = {};
  int threads = 1;
  std::optional<WriteReport> written = {};  ///< nothing after a dry run
};

/// Writes nothing, so that a caller can describe the plan, and fail, before there is an output.
core::Result<RelayoutReport> planned_relayout(const RelayoutOptions& options);
/// The same of a model that is already open.
core::Result<RelayoutReport> planned_relayout(Checkpoint source, const RelayoutOptions& options);
/// `options` are those that it was planned with.
core::Status carry_out(RelayoutReport& report, const RelayoutOptions& options);
/// Both; a dry run is planned only.
core::Result<RelayoutReport> relayout(const RelayoutOptions& options);

}  // namespace tileglot::checkpoint
