// SPDX-License-Identifier: Apache-2.0
// reshard_files_options.h: the options of `tileglot reshard IN -o OUT`, and its progress.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/files_request.h"
#include "tileglot/cli/commands.h"

namespace tileglot::cli {

/// All but those that a plan for one array has too.
void add_files_options(CLI::App& reshard, Fields& fields, api::ReshardFilesRequest& request);

/// Shows progress, and ends in order when interrupted.
api::Reply reshard_files_with_progress(api::ReshardFilesRequest request);

}  // namespace tileglot::cli
