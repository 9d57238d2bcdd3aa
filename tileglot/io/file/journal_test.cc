// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/journal.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/io/file/locked_file.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& path) { return Journal::open(path, "o")->lines(); }

TEST(Journal, LinesAreFoundAgain) {
  const TemporaryFolder folder;
  {
    auto journal = Journal::open(folder / "j", "o");
    ASSERT_TRUE(journal.has_value());
    EXPECT_TRUE(journal->lines().empty());
    ASSERT_TRUE(journal->begin("job").has_value());
    ASSERT_TRUE(journal->append("done 1").has_value());
    ASSERT_TRUE(journal->sync().has_value());
  }
  EXPECT_EQ(lines_of(folder / "j"), (Lines{"job", "done 1"}));
  ASSERT_TRUE(Journal::open(folder / "j", "o")->begin("another").has_value());
  EXPECT_EQ(lines_of(folder / "j"), Lines{"another"});
  Journal::open(folder / "j", "o")->remove();
  EXPECT_TRUE(folder.names().empty());
}

TEST(Journal, ARunGoesOnAfterTheLastWholeLine) {
  const TemporaryFolder folder;
  ASSERT_TRUE(Journal::open(folder / "j", "o")->begin("job").has_value());
  write_text(folder / "j", read_text(folder / "j") + "done 1 of wh");
  {
    auto journal = Journal::open(folder / "j", "o");
    ASSERT_TRUE(journal->go_on().has_value());
    ASSERT_TRUE(journal->append("done 2").has_value());
  }
  EXPECT_EQ(lines_of(folder / "j"), (Lines{"job", "done 2"}));
}

TEST(Journal, AnotherProcessMayLook) {
  const TemporaryFolder folder;
  EXPECT_EQ(Journal::read(folder / "j"), Lines());
  auto journal = Journal::open(folder / "j", "o");
  ASSERT_TRUE(journal->begin("job").has_value());
  ASSERT_TRUE(journal->append("done 1").has_value());
  write_text(folder / "k", read_text(folder / "j") + "done 2");
  EXPECT_EQ(Journal::read(folder / "j"), (Lines{"job", "done 1"}));
  EXPECT_EQ(Journal::read(folder / "k"), (Lines{"job", "done 1"}));
  EXPECT_TRUE(is_locked(folder / "j"));
  EXPECT_FALSE(is_locked(folder / "k"));
  EXPECT_FALSE(is_locked(folder / "none"));
  EXPECT_EQ(Journal::read(folder.path()).error()->code, "io.is_directory");
}

TEST(Journal, OneProcessHasIt) {
  const TemporaryFolder folder;
  const auto journal = Journal::open(folder / "j", "o");
  EXPECT_EQ(Journal::open(folder / "j", "o").error()->code, "io.busy");
}

TEST(Journal, OnlyWholeLinesCount) {
  const TemporaryFolder folder;
  {
    auto journal = Journal::open(folder / "j", "o");
    ASSERT_TRUE(journal->begin("one").has_value());
    ASSERT_TRUE(journal->append("two").has_value());
    ASSERT_TRUE(journal->append("three").has_value());
  }
  const std::string whole = read_text(folder / "j");
  const std::size_t two = whole.find("two");
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    write_text(folder / "j", whole.substr(0, cut));
    EXPECT_LT(lines_of(folder / "j").size(), 3U) << cut;
    std::string changed = whole;
    changed[cut] = static_cast<char>(changed[cut] ^ 1);
    write_text(folder / "j", changed);
    EXPECT_LT(lines_of(folder / "j").size(), 3U) << cut;
  }
  std::string changed = whole;
  changed[two] = 'T';
  write_text(folder / "j", changed);
  EXPECT_EQ(lines_of(folder / "j"), Lines{"one"});
}

}  // namespace
}  // namespace tileglot::io
