// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/job_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {
namespace {

JobFile example(const std::string& to) {
  return {.job = {.fields = {{.name = "version", .value = "1"}, {.name = "to", .value = to}}},
          .files = {{.name = "a.safetensors", .header_bytes = 8, .bytes = 24}},
          .index = "model.safetensors.index.json"};
}

TEST(JobFile, AJobFileIsReadAsItWasWritten) {
  const JobFile file = example("mesh tp=2\n* P('tp')  # \"all\"\n");
  const auto read = parse_job_file(print(file));
  ASSERT_TRUE(read.has_value()) << read.error()->message;
  EXPECT_EQ(read->job, file.job);
  EXPECT_EQ(read->files, file.files);
  EXPECT_EQ(read->index, file.index);
  EXPECT_FALSE(read->is_complete);
}

TEST(JobFile, TheFieldThatDiffersIsNamed) {
  const Job here = example("a\nP('tp')\nc").job;
  EXPECT_FALSE(other_job("out/", here, here));
  const auto other = other_job("out/", example("a\nP()\nc").job, here);
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ((*other)->code, "reshard.other_job");
  EXPECT_EQ((*other)->message,
            "'out/' has the files of another job: its to is 'P()', and here it is 'P('tp')'");
}

TEST(JobFile, FilesOfAJobThatIsGivenUpAreRemoved) {
  const io::TemporaryFolder folder;
  const auto listed = [](const std::string& name) {
    return ListedFile{.name = name, .header_bytes = 1, .bytes = 4};
  };
  JobFile before = example("P()");
  before.files = {listed("model-1.safetensors"), listed("model-2.safetensors"),
                  listed("model-3.safetensors"), listed("notes.txt")};
  for (const ListedFile& file : before.files) io::write_text(folder / file.name, "1234");
  io::write_text(folder / "model-3.safetensors", "other");
  io::write_text(folder / ".model-1.safetensors.tileglot-journal", "");
  io::write_text(folder / before.index, "index");
  JobFile now = example("P()");
  now.files = {listed("model-2.safetensors")};
  now.index = "";
  remove_others(folder / "", before, now);
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"model-2.safetensors", "model-3.safetensors", "notes.txt"}));
}

TEST(JobFile, OnlyARegularFileIsReadAndReplaced) {
  const io::TemporaryFolder folder;
  EXPECT_FALSE(read_job_file(folder / "").value().has_value());
  ASSERT_TRUE(write_job_file(folder / "", example("P()"), true).has_value());
  EXPECT_TRUE(read_job_file(folder / "").value().has_value());
  ASSERT_EQ(::unlink(job_file_path(folder / "").c_str()), 0);
  io::write_text(folder / "victim", "mine");
  ASSERT_EQ(::symlink("victim", job_file_path(folder / "").c_str()), 0);
  EXPECT_EQ(read_job_file(folder / "").error()->code, "reshard.job_file");
  EXPECT_EQ(write_job_file(folder / "", example("P()"), true).error()->code, "reshard.job_file");
  EXPECT_EQ(io::read_text(folder / "victim"), "mine");
  ASSERT_EQ(::unlink(job_file_path(folder / "").c_str()), 0);
  ASSERT_EQ(::mkfifo(job_file_path(folder / "").c_str(), 0600), 0);
  EXPECT_EQ(read_job_file(folder / "").error()->code, "reshard.job_file");
}

TEST(JobFile, ATextThatIsNotOursIsRefused) {
  const std::string good = print(example("P()"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  for (const std::string& text :
       {std::string("{"), std::string("[]"), std::string("{}"), std::string(),
        changed("reshard-job/1", "reshard-job/2"), changed("a.safetensors", "../a"),
        changed("a.safetensors", ".."), changed("24", "7"), changed("24", "-1"),
        changed("24", "18446744073709551615"), changed("24", "2.5"), changed("24", "\"24\""),
        changed("false", "0"), changed("model.safetensors.index.json", "/etc/passwd")}) {
    const auto read = parse_job_file(text);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error()->code, "reshard.job_file") << text;
  }
  const io::TemporaryFolder folder;
  for (const char* const text : {"mine", ""}) {
    io::write_text(job_file_path(folder / ""), text);
    EXPECT_EQ(read_job_file(folder / "").error()->code, "reshard.job_file");
  }
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
