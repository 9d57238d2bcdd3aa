// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/relayout.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/example.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/inspect.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint {
namespace {

using enum core::ElementType;
using Names = std::vector<std::string>;

std::vector<io::SafetensorsEntry> some_tensors() {
  return io::in_format_order({{"layers.0.w", kBf16, {40, 300}},
                              {"layers.1.w", kBf16, {37, 129}},
                              {"norm", kF32, {300}},
                              {"bias", kF64, {5, 3}},
                              {"scale", kF32, {}},
                              {"none", kS32, {0, 4}},
                              {"q", kU8, {24, 64}},
                              {"f4", kF4e2m1fn, {16, 128}},
                              {"f6", kF6e3m2fn, {4, 8}},
                              {"mask", kPred, {9, 9}},
                              {"f8", kF8e4m3fn, {3, 33, 130}}});
}

using Report = core::Result<RelayoutReport>;

std::string code_of(const Report& report) { return report ? "" : report.error()->code; }

void expect_done(const Report& report) {
  ASSERT_TRUE(report.has_value()) << core::render(report.error());
}

std::ptrdiff_t moved_tensors(const Report& report) {
  return std::ranges::count_if(moves_of(report->plan),
                               [](const TensorMove* move) { return move->to.has_value(); });
}

struct Model {
  explicit Model(const std::optional<io::SafetensorsMetadata>& metadata = {}) {
    write_safetensors(folder / "m.safetensors", some_tensors(), metadata);
  }
  std::string path(const std::string& name) const { return folder / (name + ".safetensors"); }
  /// m to `there` by the request, and back.
  void expect_there_and_back(RelayoutOptions request) const {
    request.input = path("m");
    request.output = path("there");
    expect_done(relayout(request));
    expect_done(relayout({.input = path("there"), .output = path("back"), .to = "row-major"}));
    EXPECT_NE(io::read_text(path("there")), io::read_text(path("m")));
    EXPECT_TRUE(io::read_text(path("back")) == io::read_text(path("m")));
  }
  io::TemporaryFolder folder;
};

TEST(RelayoutCheckpoint, ThereAndBackIsTheSameFile) {
  Model().expect_there_and_back({.to = "tpu"});
  Model(io::SafetensorsMetadata{{"format", "pt"}}).expect_there_and_back({.to = "tpu-large"});
  Model(io::SafetensorsMetadata{}).expect_there_and_back({.to = "tpu", .dtype_rules = {"q: u4"}});
  Model().expect_there_and_back(
      {.maps = {"q: {0,1:T(8,128)}", "layers.*: {0,1}"}, .dtype_rules = {"q: u4"}});
  Model().expect_there_and_back({.maps = {"q: (24,128):(130,1)"}, .dtype_rules = {"q: s4"}});
  Model().expect_there_and_back({.maps = {"layers.*: {1,0:T(8,128)(2,1)L(4096)}"}});
}

TEST(RelayoutCheckpoint, ARecordThatDoesNotAgreeIsRefusedByName) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "m.safetensors", {{"t0", kBf16, {3, 0}}},
                    io::SafetensorsMetadata{{"tileglot.layout/t0", "f32[3,0]{0,1}"}});
  for (const bool dry_run : {false, true}) {
    const Report report = relayout({.input = folder / "m.safetensors",
                                    .output = folder / "out.safetensors",
                                    .to = "row-major",
                                    .dry_run = dry_run});
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error()->code, "layout.type");
    EXPECT_NE(report.error()->message.find("'t0'"), std::string::npos);
  }
}

TEST(RelayoutCheckpoint, EveryDtypeOfTheFormatComesBack) {
  for (const core::ElementTypeRow& row : core::element_types()) {
    if (!row.safetensors) continue;
    const io::TemporaryFolder folder;
    const std::string m = folder / "m.safetensors";
    write_safetensors(m, {{"w", row.type, {24, 136}}, {"v", row.type, {8}}});
    const Report there = relayout({.input = m, .output = folder / "t.safetensors", .to = "tpu"});
    ASSERT_TRUE(there.has_value()) << row.name << ": " << core::render(there.error());
    expect_done(relayout({.input = folder / "t.safetensors",
                          .output = folder / "b.safetensors",
                          .to = "row-major"}));
    EXPECT_TRUE(io::read_text(folder / "b.safetensors") == io::read_text(m)) << row.name;
    const bool moves = core::bits(row.type) % 8 == 0 || 8 % core::bits(row.type) == 0;
    const bool is_narrow = core::bits(row.type) <= 32;
    EXPECT_EQ(moved_tensors(there), moves && is_narrow ? 2 : 0) << row.name;
  }
}

TEST(RelayoutCheckpoint, NothingIsLeftBesideTheOutput) {
  const Model model;
  expect_done(relayout({.input = model.path("m"), .output = model.path("o"), .to = "tpu"}));
  EXPECT_EQ(model.folder.names(), (Names{"m.safetensors", "o.safetensors"}));
}

TEST(RelayoutCheckpoint, TheFirstRuleCountsAndTheRestIsCopied) {
  const Model model;
  const Report report = relayout({.input = model.path("m"),
                                  .output = model.path("o"),
                                  .maps = {"layers.0.*: {0,1}", "layers.*: {1,0:T(8,128)(2,1)}"}});
  expect_done(report);
  EXPECT_EQ(moved_tensors(report), 2);
  const auto there = open(model.path("o"));
  const auto parts = inspect(*there);
  std::vector<std::string> layouts;
  for (const InspectedTensor& tensor : parts->front().tensors) {
    if (tensor.packed->is_recorded) layouts.push_back(bridge::print(tensor.packed->layout));
  }
  EXPECT_EQ(layouts, (Names{"bf16[40,300]{0,1}", "bf16[37,129]{1,0:T(8,128)(2,1)}"}));
}

TEST(RelayoutCheckpoint, EveryNumberOfThreadsAndBytesWritesTheSame) {
  const Model model;
  expect_done(relayout({.input = model.path("m"), .output = model.path("o"), .to = "tpu"}));
  for (const int threads : {1, 3}) {
    for (const std::int64_t memory : {0, 40'000}) {
      RelayoutOptions request{.input = model.path("m"), .output = model.path("p"), .to = "tpu"};
      request.threads = threads;
      request.force = true;
      request.max_memory_bytes = threads * ((std::int64_t{1} << 20) + (64 << 10) + memory);
      expect_done(relayout(request));
      EXPECT_TRUE(io::read_text(model.path("p")) == io::read_text(model.path("o")));
    }
  }
}

TEST(RelayoutCheckpoint, TheCallingThreadAloneWritesTheSameAndCanBeStopped) {
  const Model model;
  expect_done(relayout({.input = model.path("m"), .output = model.path("o"), .to = "tpu"}));
  RelayoutOptions request{.input = model.path("m"), .output = model.path("p"), .to = "tpu"};
  request.on_this_thread = true;
  request.is_interrupted = [] { return true; };
  const auto stopped = relayout(request);
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error()->code, "io.interrupted");
  request.is_interrupted = {};
  expect_done(relayout(request));
  EXPECT_TRUE(io::read_text(model.path("p")) == io::read_text(model.path("o")));
}

TEST(RelayoutCheckpoint, ASlabThatMemoryCannotHoldIsMadeInTheFile) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "m.safetensors", {{"w", kU8, {700, 300}}});
  RelayoutOptions request{.input = folder / "m.safetensors",
                          .output = folder / "o.safetensors",
                          .to = "(700,300):(301,1)"};
  expect_done(relayout(request));
  request.output = folder / "p.safetensors";
  request.threads = 1;
  request.max_memory_bytes = (std::int64_t{1} << 20) + (64 << 10);
  expect_done(relayout(request));
  EXPECT_TRUE(io::read_text(folder / "p.safetensors") == io::read_text(folder / "o.safetensors"));
}

TEST(RelayoutCheckpoint, ADryRunWritesNothing) {
  const Model model;
  const Report report = relayout({.input = model.path("m"), .to = "tpu", .dry_run = true});
  expect_done(report);
  EXPECT_FALSE(report->written.has_value());
  EXPECT_EQ(model.folder.names(), Names{"m.safetensors"});
}

TEST(RelayoutCheckpoint, PaddingBeyond64BitsIsTheLargestNumber) {
  const io::TemporaryFolder folder;
  std::vector<io::SafetensorsEntry> entries;
  entries.reserve(17);
  for (int i = 0; i < 17; ++i) entries.push_back({std::to_string(i), kU8, {1, 1}});
  write_safetensors(folder / "m.safetensors", entries);
  const auto report = relayout({.input = folder / "m.safetensors",
                                .output = folder / "o.safetensors",
                                .to = "{1,0:T(1073741824,536870912)}",
                                .dry_run = true});
  expect_done(report);
  EXPECT_EQ(report->plan.padding_bytes(), std::numeric_limits<std::int64_t>::max());
}

TEST(RelayoutCheckpoint, PartsAreOneModel) {
  const io::TemporaryFolder folder;
  ASSERT_EQ(::mkdir((folder / "o").c_str(), 0777), 0);
  ASSERT_EQ(::mkdir((folder / "back").c_str(), 0777), 0);
  write_safetensors(folder / "p1.safetensors", {{"a", kF32, {9, 20}}});
  write_safetensors(folder / "p2.safetensors", {{"b", kBf16, {3, 5}}, {"c", kU8, {3}}});
  const std::string index = "model.safetensors.index.json";
  io::write_text(
      folder / index,
      "{\n  \"metadata\": {\n    \"total_size\": 753\n  },\n  \"weight_map\": {\n    \"a\": "
      "\"p1.safetensors\",\n    \"b\": \"p2.safetensors\",\n    \"c\": "
      "\"p2.safetensors\"\n  }\n}\n");
  expect_done(relayout({.input = folder / index, .output = folder / ("o/" + index), .to = "tpu"}));
  const auto there = open(folder / ("o/" + index));
  ASSERT_TRUE(there.has_value()) << core::render(there.error());
  EXPECT_EQ(there->index->index.total_size, there->data_bytes());
  expect_done(relayout(
      {.input = folder / ("o/" + index), .output = folder / ("back/" + index), .to = "row-major"}));
  for (const std::string& name :
       {index, std::string("p1.safetensors"), std::string("p2.safetensors")}) {
    EXPECT_EQ(io::read_text(folder / name), io::read_text(folder / ("back/" + name))) << name;
  }
  EXPECT_EQ(
      code_of(relayout({.input = folder / index, .output = folder / "x.index.json", .to = "tpu"})),
      "checkpoint.same_file");
  EXPECT_EQ(
      code_of(relayout({.input = folder / index, .output = folder / "x.safetensors", .to = "tpu"})),
      "checkpoint.kind");
}

/// A model of two parts, and a folder for what becomes of it.
struct ModelInParts {
  ModelInParts() {
    write_safetensors(from / "p1.safetensors", {{"a", kF32, {9, 20}}, {"none", kU8, {0}}});
    write_safetensors(from / "p2.safetensors", {{"b", kBf16, {3, 5}}, {"c", kU8, {3}}});
    io::write_text(from / index,
                   R"({"weight_map": {"a": "p1.safetensors", "none": "p1.safetensors",)"
                   R"( "b": "p2.safetensors", "c": "p2.safetensors"}})");
    expect_done(relayout({.input = from / index, .output = expected / index, .to = "tpu"}));
  }
  RelayoutOptions request() const {
    return {.input = from / index, .output = to / index, .to = "tpu"};
  }
  void expect_finished() const {
    EXPECT_EQ(to.names(), expected.names());
    for (const std::string& name : expected.names()) {
      EXPECT_TRUE(io::read_text(to / name) == io::read_text(expected / name)) << name;
    }
  }
  /// As a kill between the names of the two parts leaves it.
  void end_between_names() const {
    RelayoutOptions ended = request();
    ended.progress = [&](const Progress&) { io::write_text(to / "p2.safetensors", "in the way"); };
    EXPECT_EQ(code_of(relayout(ended)), "io.exists");
    EXPECT_EQ(to.names(),
              (Names{".model.index.json.tileglot-journal", ".p2.safetensors.tileglot-partial",
                     "p1.safetensors", "p2.safetensors"}));
    ASSERT_EQ(::unlink((to / "p2.safetensors").c_str()), 0);
  }
  const std::string index = "model.index.json";
  io::TemporaryFolder from;
  io::TemporaryFolder to;
  io::TemporaryFolder expected;
};

TEST(RelayoutCheckpoint, ARunThatEndedBetweenTwoNamesIsGoneOnWith) {
  const ModelInParts model;
  model.end_between_names();
  const Report report = relayout(model.request());
  expect_done(report);
  EXPECT_EQ(report->written->kept_tensors, 3U);
  model.expect_finished();
}

void change_the_last_byte(const std::string& path) {
  std::string text = io::read_text(path);
  text.back() = static_cast<char>(text.back() ^ 1);
  io::write_text(path, text);
}

TEST(RelayoutCheckpoint, ASourceThatWasWrittenSinceIsMovedAnew) {
  const ModelInParts model;
  model.end_between_names();
  change_the_last_byte(model.from / "p1.safetensors");
  EXPECT_EQ(code_of(relayout(model.request())), "io.exists");
  RelayoutOptions request = model.request();
  request.force = true;
  const Report report = relayout(request);
  expect_done(report);
  EXPECT_EQ(report->written->kept_tensors, 0U);
  EXPECT_FALSE(io::read_text(model.to / "p1.safetensors") ==
               io::read_text(model.expected / "p1.safetensors"));
}

TEST(RelayoutCheckpoint, APartThatWasChangedSinceIsNoneOfOurs) {
  const ModelInParts model;
  model.end_between_names();
  change_the_last_byte(model.to / "p1.safetensors");
  const std::string text = io::read_text(model.to / "p1.safetensors");
  EXPECT_EQ(code_of(relayout(model.request())), "io.exists");
  EXPECT_TRUE(io::read_text(model.to / "p1.safetensors") == text);
  RelayoutOptions request = model.request();
  request.force = true;
  expect_done(relayout(request));
  model.expect_finished();
}

TEST(RelayoutCheckpoint, ARunThatEndedAfterTheLastNameIsFoundFinished) {
  const ModelInParts model;
  const std::string journal = model.to / ".model.index.json.tileglot-journal";
  std::string lines;
  RelayoutOptions request = model.request();
  request.progress = [&](const Progress&) { lines = io::read_text(journal); };
  expect_done(relayout(request));
  EXPECT_EQ(code_of(relayout(model.request())), "io.exists");
  io::write_text(journal, lines);
  RelayoutOptions another = model.request();
  another.to = "row-major";
  EXPECT_EQ(code_of(relayout(another)), "io.exists");
  const Report report = relayout(model.request());
  expect_done(report);
  EXPECT_EQ(report->written->kept_tensors, 3U);
  model.expect_finished();
}

TEST(RelayoutCheckpoint, AnIndexThatIsThereIsRefusedBeforeTheWork) {
  const ModelInParts model;
  io::write_text(model.to / model.index, "old");
  EXPECT_EQ(code_of(relayout(model.request())), "io.exists");
  EXPECT_EQ(model.to.names(), Names{model.index});
  EXPECT_EQ(io::read_text(model.to / model.index), "old");
}

TEST(RelayoutCheckpoint, NoSourceIsATargetByAnotherName) {
  const ModelInParts model;
  ASSERT_EQ(
      ::symlink((model.from / "p1.safetensors").c_str(), (model.to / "p2.safetensors").c_str()), 0);
  RelayoutOptions request = model.request();
  request.force = true;
  EXPECT_EQ(code_of(relayout(request)), "checkpoint.same_file");
  request.output = model.to / "p1.safetensors";
  EXPECT_EQ(code_of(relayout(request)), "checkpoint.kind");
}

TEST(RelayoutCheckpoint, AnIndexIsNoneOfItsParts) {
  const io::TemporaryFolder from;
  const io::TemporaryFolder to;
  write_safetensors(from / "p.json", {{"a", kF32, {9, 20}}});
  io::write_text(from / "i.json", R"({"weight_map": {"a": "p.json"}})");
  EXPECT_EQ(code_of(relayout({.input = from / "i.json", .output = to / "p.json", .to = "tpu"})),
            "checkpoint.same_file");
}

TEST(RelayoutCheckpoint, RequestsThatCannotBeMeantAreRefused) {
  const Model model;
  const std::string m = model.path("m");
  const std::string o = model.path("o");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o})), "checkpoint.no_target");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .maps = {"nothing*: tpu"}})),
            "checkpoint.no_match");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .to = "tpu", .dtype_rules = {"x: u4"}})),
            "checkpoint.no_match");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .to = "tpu", .dtype_rules = {"bias: u4"}})),
            "layout.type");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .maps = {"tpu"}})), "checkpoint.rule");
  EXPECT_EQ(code_of(relayout({.input = m, .output = m, .to = "tpu", .force = true})),
            "checkpoint.same_file");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o + ".npy", .to = "tpu"})), "checkpoint.kind");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .to = "{1,0}"})), "xla.rank");
  io::write_text(o, "old");
  EXPECT_EQ(code_of(relayout({.input = m, .output = o, .to = "tpu"})), "io.exists");
  EXPECT_EQ(io::read_text(o), "old");
  EXPECT_EQ(code_of(relayout({.input = m,
                              .output = o,
                              .to = "tpu",
                              .threads = 4,
                              .force = true,
                              .max_memory_bytes = 1 << 20})),
            "relayout.max_memory");
  const auto help_within = [&](std::int64_t bytes) {
    return relayout({.input = m,
                     .output = o,
                     .to = "tpu",
                     .threads = 4,
                     .force = true,
                     .max_memory_bytes = bytes})
        .error()
        ->help;
  };
  EXPECT_EQ(help_within(2 << 20), "use fewer threads");
  EXPECT_EQ(help_within(1), "raise --max-memory");
}

}  // namespace
}  // namespace tileglot::checkpoint
