// SPDX-License-Identifier: Apache-2.0
// files_request.h: what `tileglot reshard IN -o OUT` is asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tileglot/checkpoint/reshard/carry_out.h"

namespace tileglot::api {

using ReshardProgress = checkpoint::reshard::ReshardProgress;

struct ReshardFilesRequest {
  std::string input = {};       ///< a model of any kind that checkpoint/pieces reads
  std::string output = {};      ///< a folder; may be empty of a dry run
  std::string from = {};        ///< words of files of ranks
  std::string from_rules = {};  ///< or a file of rules
  std::string to = {};          ///< words for every array
  std::string rules = {};       ///< or a file of rules; neither: whole arrays
  std::string mesh = {};        ///< of both sides
  std::string to_mesh = {};     ///< of the target, if it is another
  std::string names = {};       ///< empty: rank where arrays are cut, else hf
  std::optional<std::int64_t> max_part_bytes = {};
  std::string worker = {};  ///< worker.h
  std::optional<std::int64_t> workers = {};
  std::optional<std::string> dtype = {};  ///< of .npy files, where headers cannot say it
  int threads = 0;
  std::optional<std::int64_t> max_memory_bytes = {};
  bool force = false;
  bool recheck = false;
  bool check_copies = false;
  bool dry_run = false;
  bool verbose = false;                       ///< every array and every file
  std::function<void()> before_writing = {};  ///< called when the plan is made
  std::function<void(const ReshardProgress&)> progress = {};
  std::function<bool()> is_interrupted = {};
};

}  // namespace tileglot::api
