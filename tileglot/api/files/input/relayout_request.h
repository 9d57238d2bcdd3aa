// SPDX-License-Identifier: Apache-2.0
// relayout_request.h: the requests of `tileglot relayout`: for a tensor, and for a checkpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tileglot/api/reply/terminal.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/io/file/mapped_file.h"

namespace tileglot::api::files {

/// Front ends use core, api and api/files only.
using RelayoutProgress = checkpoint::Progress;

struct RelayoutTensorRequest {
  std::string input = {};   ///< a .npy file; "-": one from stdin, held in memory
  std::string output = {};  ///< "-": stdout, held in memory until it is complete
  std::string to = {};
  std::optional<std::string> from = {};
  std::optional<std::string> dtype = {};  ///< element type, if the header cannot express it
  int threads = 0;                        ///< 0: as many as the processor has
  bool force = false;                     ///< replaces an existing output
  bool dry_run = false;                   ///< stops after the plan: nothing is written
  bool print_plan = false;
  bool measure = false;  ///< times the move in memory against memcpy (relayout/cpu/measure.h)
  /// Limits memory other than mapped files: streams, tables, threads, measuring.
  std::optional<std::int64_t> max_memory_bytes = {};
  std::function<bool()> is_interrupted = {};
  /// The input, where it is open already, as stdin is; taken by the answer.
  std::shared_ptr<io::MappedFile> opened = {};
};

struct RelayoutCheckpointRequest {
  checkpoint::RelayoutOptions asked = {};
  bool print_plan = false;
  bool verbose = false;  ///< every tensor is listed
  Terminal terminal = {};
  std::shared_ptr<io::MappedFile> opened = {};  ///< as of a tensor
};

}  // namespace tileglot::api::files
