// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/turn.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

namespace tileglot::relayout::bench {
namespace {

TEST(Turn, TheSecondToArriveWaits) {
  const std::string name = "tileglot-turn-test-" + std::to_string(getpid()) + ".lock";
  auto first = std::make_unique<Turn>(name);
  std::atomic<bool> ended = false;
  std::atomic<bool> ended_before_second = false;
  std::thread second([&] {
    const Turn turn(name);
    ended_before_second = ended.load();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ended = true;
  first.reset();
  second.join();
  EXPECT_TRUE(ended_before_second);
  std::filesystem::remove(std::filesystem::temp_directory_path() / name);
}

}  // namespace
}  // namespace tileglot::relayout::bench
