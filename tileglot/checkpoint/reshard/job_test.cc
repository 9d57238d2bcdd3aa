// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/job.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_examples.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {
namespace {

const JobWords kWords = {
    .to = "* P('tp', None)\nb P()\n", .mesh = "tp=2", .names = Names::kRank, .max_part_bytes = 5};

WantedModel wanted() {
  return wanted_model({whole_array("w", {4, 2}, 2), whole_array("b", {3}, 2)}, 2);
}

Job job_of_words(const JobWords& words) {
  const WantedModel model = wanted();
  const pieces::PiecedModel source = source_of(model);
  const auto output =
      planned_output(model, source, {.names = words.names, .max_part_bytes = words.max_part_bytes});
  return job_of(words, source, model, *output);
}

TEST(Job, TheFieldThatDiffersIsNamed) {
  const Job job = job_of_words(kWords);
  EXPECT_EQ(first_difference(job, job_of_words(kWords)), std::nullopt);
  const auto changed = [&](const auto& change) {
    JobWords words = kWords;
    change(words);
    const Job other = job_of_words(words);
    EXPECT_NE(job_digest(job), job_digest(other));
    return first_difference(job, other);
  };
  EXPECT_EQ(changed([](JobWords& words) { words.from = "* P()"; }), "from");
  EXPECT_EQ(changed([](JobWords& words) { words.to = "* P(None, 'tp')"; }), "to");
  EXPECT_EQ(changed([](JobWords& words) { words.mesh = "tp=1"; }), "mesh");
  EXPECT_EQ(changed([](JobWords& words) { words.names = Names::kDcp; }), "names");
  EXPECT_EQ(changed([](JobWords& words) { words.max_part_bytes = 6; }), "max-part");
  EXPECT_EQ(changed([](JobWords& words) { words.max_part_bytes.reset(); }), "max-part");
}

TEST(Job, AFieldThatIsMissingDiffers) {
  const Job job = {{{"a", "1"}, {"b", "2"}}};
  const Job shorter = {{{"a", "1"}}};
  EXPECT_EQ(first_difference(job, shorter), "b");
  EXPECT_EQ(first_difference(shorter, job), "b");
}

TEST(Job, AJobIsALineForEachField) {
  EXPECT_EQ(print(Job{{{"to", "* P('a\\b')\nb P()"}, {"mesh", ""}}}),
            "tileglot reshard job\nto: * P('a\\\\b')\\nb P()\nmesh: \nend\n");
  const std::string text = print(job_of_words(kWords));
  EXPECT_TRUE(
      text.starts_with("tileglot reshard job\nversion: 1\nfrom: \n"
                       "to: * P('tp', None)\\nb P()\\n\nmesh: tp=2\nnames: rank\n"
                       "max-part: 5 bytes\nsource: 2 files, 0 bytes, checksum "))
      << text;
  EXPECT_NE(text.find("\noutput: 4 files, "), std::string::npos) << text;
}

std::string any_text() {
  return *rc::gen::container<std::string>(rc::gen::weightedOneOf<char>(
      {{3, rc::gen::element('\n', '\\', 'n', ':', ' ', '\0')}, {1, rc::gen::arbitrary<char>()}}));
}

TEST(JobLaw, WhatIsPrintedIsRead) {
  core::check_law("job_round_trip", 2000, [] {
    Job job;
    for (const char* name : {"a", "b-c", "end", "to"}) {
      if (*rc::gen::arbitrary<bool>()) job.fields.push_back({name, any_text()});
    }
    const auto read = parse_job(print(job));
    ASSERT_TRUE(read.has_value()) << read.error()->message;
    ASSERT_EQ(*read, job);
  });
}

std::string refusal(std::string_view text) {
  const auto job = parse_job(text);
  if (job) return "fine";
  const std::string at = job.error()->span ? std::to_string(job.error()->span->begin) + ": " : "";
  EXPECT_EQ(job.error()->code, "reshard.job");
  return at + job.error()->message;
}

TEST(Job, ATextThatIsNotAJobIsRefused) {
  const std::string first = "tileglot reshard job\n";
  EXPECT_EQ(refusal(first + "end\n"), "fine");
  EXPECT_EQ(refusal(""), "the text does not begin with 'tileglot reshard job'");
  EXPECT_EQ(refusal("tileglot reshard jobs\nend\n"),
            "the text does not begin with 'tileglot reshard job'");
  EXPECT_EQ(refusal(first + "a: 1\nend"), "the text lacks its 'end'");
  EXPECT_EQ(refusal(first + "a: 1\n"), "the text lacks its 'end'");
  EXPECT_EQ(refusal(first + "end\na: 1\n"), "something follows 'end'");
  EXPECT_EQ(refusal(first + "a: 1\na:2\nend\n"), "26: a line is not 'name: value'");
  EXPECT_EQ(refusal(first + "A: 1\nend\n"), "21: a line is not 'name: value'");
  EXPECT_EQ(refusal(first + ": 1\nend\n"), "21: a line is not 'name: value'");
  EXPECT_EQ(refusal(first + "a: 1\na: 2\nend\n"), "26: 'a' is there twice");
  EXPECT_EQ(refusal(first + "a: \\\nend\n"),
            "21: in 'a', a backslash is not followed by n or a backslash");
  EXPECT_EQ(refusal(first + "a: \\t\nend\n"),
            "21: in 'a', a backslash is not followed by n or a backslash");
  std::string many = first;
  for (std::size_t i = 1; i <= kMostJobFields + 1; ++i) many += std::string(i, 'a') + ": \n";
  EXPECT_TRUE(refusal(many + "end\n").ends_with("a job has at most 64 fields"));
  EXPECT_EQ(refusal(std::string(kLongestJob + 1, 'x')), "a job has at most 67108864 bytes");
}

/// Of the model in a folder, planned for one rank.
Job job_of_folder(const std::string& folder) {
  const auto source = pieces::read_pieces(folder);
  EXPECT_TRUE(source.has_value()) << source.error()->message;
  const WantedModel model = wanted_model({whole_array("w", {4, 2})});
  return job_of({}, *source, model, *planned_output(model, *source, {}));
}

void write_halves(const std::string& folder) {
  pieces::write_pieces(folder, {{"w", {4, 2}, {{{0, 0}, {2, 2}}, {{2, 0}, {4, 2}}}}},
                       pieces::Spelling::kRecorded);
}

void set_times(const io::TemporaryFolder& folder, std::filesystem::file_time_type time) {
  for (const std::string& name : folder.names())
    std::filesystem::last_write_time(folder / name, time);
}

TEST(Job, ASourceIsTheSameInAnotherFolderAndWrittenOnceOnly) {
  const io::TemporaryFolder one;
  const io::TemporaryFolder other;
  write_halves(one / "");
  write_halves(other / "");
  const auto time = std::filesystem::last_write_time(one / one.names().front());
  set_times(one, time);
  set_times(other, time);
  const Job job = job_of_folder(one.path());
  EXPECT_EQ(first_difference(job, job_of_folder(other / ".")), std::nullopt);
  set_times(other, time + std::chrono::seconds(1));
  EXPECT_EQ(first_difference(job, job_of_folder(other.path())), "source");
}

TEST(Job, WhereElementsComeFromCounts) {
  WantedModel model = wanted();
  const pieces::PiecedModel source = source_of(model);
  const auto output = planned_output(model, source, {.names = Names::kRank});
  const Job job = job_of({}, source, model, *output);
  model.arrays[0].tiles[0].fills[0].array = 1;
  EXPECT_EQ(first_difference(job, job_of({}, source, model, *output)), "output");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
