// SPDX-License-Identifier: Apache-2.0
// The law of files that are resharded: whatever the cuts, the names and the number of workers, however
// often they are interrupted, and whatever is lost of what they left, the files are whole in the end.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace fs = std::filesystem;
using pieces::any_number;

pieces::BoxedArray any_array(const std::string& name) {
  const pieces::Extents extents = pieces::any_extents(3);
  return {name, extents, pieces::any_cut(extents)};
}

/// P(..) with the axes a and b at different dimensions, or at one.
std::string any_words(std::size_t rank) {
  std::vector<std::string> entries(rank, "None");
  if (rank == 0) return "P()";
  const auto dim = [&] {
    return static_cast<std::size_t>(any_number(0, static_cast<std::int64_t>(rank)));
  };
  const std::size_t a = dim();
  const std::size_t b = dim();
  entries[a] = "'a'";
  if (b != a) entries[b] = "'b'";
  if (b == a && any_number(0, 2) == 0) entries[a] = "('b', 'a')";
  std::string words = "P(";
  for (const std::string& entry : entries) words += (words.size() > 2 ? ", " : "") + entry;
  return words + ")";
}

std::string any_rules(const std::vector<pieces::BoxedArray>& arrays) {
  std::string rules = "mesh a=" + std::to_string(any_number(1, 4)) +
                      " b=" + std::to_string(any_number(1, 4)) + "\n";
  for (const auto& array : arrays)
    rules += array.name + " " + any_words(array.extents.size()) + "\n";
  return rules;
}

constexpr std::string_view kPartial = "partial";

/// Removes or spoils one of the hidden files that workers leave beside their parts.
void lose_something(const std::string& folder) {
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(kPartial)) continue;
    left.emplace_back(path);
    // Without its journal a file that has its name is not known to be ours.
    left.emplace_back(path.substr(0, path.size() - kPartial.size()) + "journal");
  }
  if (left.empty()) return;
  const fs::path& path =
      left[static_cast<std::size_t>(any_number(0, static_cast<std::int64_t>(left.size())))];
  if (any_number(0, 2) == 0) {
    fs::remove(path);
  } else if (path.string().ends_with("-journal")) {
    io::write_text(path, io::read_text(path) + "slab 0 1 00000000000000");
  }
}

/// Each of the workers runs once, some until they are interrupted.
bool round(const PlanOptions& options, const CarryOptions& carried, bool is_last) {
  PlanOptions now = options;
  now.workers = any_number(1, 4);
  const auto plan = planned(now);
  RC_ASSERT(plan.has_value());
  bool is_complete = false;
  for (std::int64_t worker = 0; worker < now.workers; ++worker) {
    std::int64_t left = any_number(0, 12);
    CarryOptions carry = carried;
    carry.worker = worker;
    carry.recheck = any_number(0, 4) == 0;
    if (!is_last) carry.is_interrupted = [&left] { return --left < 0; };
    const auto report = carry_out(**plan, carry);
    const std::string code = report ? "" : report.error()->code;
    if (!report) RC_ASSERT(code == "io.interrupted");
    if (report) is_complete = report->is_complete;
  }
  return is_complete;
}

TEST(CarryOutLaw, FilesAreWholeInTheEnd) {
  core::check_law("resharded_files_are_whole", 300, [] {
    const io::TemporaryFolder source;
    const io::TemporaryFolder output;
    const std::vector<pieces::BoxedArray> arrays = {any_array("w"), any_array("v")};
    const auto spelling =
        *rc::gen::element(pieces::Spelling::kSharded, pieces::Spelling::kRecorded);
    pieces::write_pieces(source / "", arrays, spelling);
    const Names names = *rc::gen::element(Names::kRank, Names::kDcp, Names::kPieces);
    const PlanOptions options = plan_options(source.path(), any_rules(arrays), names);
    const CarryOptions carry{.folder = output.path(),
                             .threads = 1,
                             .slab_bytes = 32,
                             .unit_bytes = any_number(0, 2) == 0 ? 16 : 64};
    bool is_complete = false;
    for (int rounds = 0; rounds < 3 && !is_complete; ++rounds) {
      is_complete = round(options, carry, false);
      if (!is_complete) lose_something(output.path());
    }
    if (!is_complete) is_complete = round(options, carry, true);
    RC_ASSERT(is_complete);
    const auto model = pieces::read_pieces(output.path());
    RC_ASSERT(model.has_value());
    RC_ASSERT(model->arrays.size() == arrays.size());
    pieces::expect_numbered(*model);
  });
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
