// SPDX-License-Identifier: Apache-2.0
// lost_pages_test.cc: files that are cut off while they are mapped.
#include "tileglot/io/file/lost_pages.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

constexpr std::size_t kTwoPages = 8192;

int sum_of(std::span<const std::byte> bytes) {
  return std::transform_reduce(bytes.begin(), bytes.end(), 0, std::plus<>(),
                               [](std::byte byte) { return std::to_integer<int>(byte); });
}

TEST(LostPages, PagesThatAreCutOffAreZerosAndKnown) {
  const CaughtLostPages caught;
  const TemporaryFolder folder;
  write_text(folder / "x", std::string(kTwoPages, 'a'));
  const auto file = MappedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->check().has_value());
  ASSERT_EQ(::truncate((folder / "x").c_str(), 0), 0);
  EXPECT_EQ(sum_of(file->bytes()), 0);
  ASSERT_FALSE(file->check().has_value());
  EXPECT_EQ(file->check().error()->code, "io.changed");
}

void ignore(int /*signal*/) {}

auto handler_of_faults() {
  struct sigaction current = {};
  ::sigaction(SIGBUS, nullptr, &current);
  return current.sa_handler;
}

TEST(LostPages, TheHandlerOfTheHostIsPutBack) {
  const auto host = std::signal(SIGBUS, ignore);
  {
    const CaughtLostPages outer;
    const auto ours = handler_of_faults();
    EXPECT_NE(ours, ignore);
    {
      const CaughtLostPages inner;
    }
    EXPECT_EQ(handler_of_faults(), ours);
  }
  EXPECT_EQ(handler_of_faults(), ignore);
  std::signal(SIGBUS, host);
}

TEST(LostPages, AHandlerThatTheHostInstallsMeanwhileStays) {
  const auto host = std::signal(SIGBUS, SIG_DFL);
  {
    const CaughtLostPages caught;
    std::signal(SIGBUS, ignore);
  }
  EXPECT_EQ(handler_of_faults(), ignore);
  std::signal(SIGBUS, host);
}

TEST(LostPages, OurHandlerThatTheHostPutsBackIsNotTakenForItsOwn) {
  const auto host = std::signal(SIGBUS, ignore);
  struct sigaction found = {};
  {
    const CaughtLostPages caught;
    ::sigaction(SIGBUS, nullptr, &found);
  }
  ::sigaction(SIGBUS, &found, nullptr);
  {
    const CaughtLostPages caught;
  }
  EXPECT_EQ(handler_of_faults(), ignore);
  std::signal(SIGBUS, host);
}

TEST(LostPages, AFileThatEndsInsideAPageIsKnownToo) {
  // The rest of its last page reads as zeros, without a fault.
  const TemporaryFolder folder;
  write_text(folder / "x", std::string(kTwoPages, 'a'));
  const auto file = MappedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(::truncate((folder / "x").c_str(), kTwoPages - 10), 0);
  ASSERT_FALSE(file->check().has_value());
  EXPECT_EQ(file->check().error()->code, "io.changed");
}

TEST(LostPages, ManyThreadsMeetTheSameLoss) {
  const CaughtLostPages caught;
  const TemporaryFolder folder;
  write_text(folder / "x", std::string(64 * kTwoPages, 'a'));
  const auto file = MappedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(::truncate((folder / "x").c_str(), 0), 0);
  std::vector<int> sums(4, -1);
  std::vector<std::thread> threads;
  threads.reserve(sums.size());
  for (int& sum : sums) threads.emplace_back([&] { sum = sum_of(file->bytes()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums, std::vector<int>(4, 0));
  EXPECT_FALSE(file->check().has_value());
}

TEST(LostPages, AFileThatGrowsOrIsReplacedIsNotLost) {
  const TemporaryFolder folder;
  write_text(folder / "x", "old");
  write_text(folder / "y", "a new one");
  const auto file = MappedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(::rename((folder / "y").c_str(), (folder / "x").c_str()), 0);
  EXPECT_EQ(text_of(file->bytes()), "old");
  EXPECT_TRUE(file->check().has_value());
}

}  // namespace
}  // namespace tileglot::io
