// SPDX-License-Identifier: Apache-2.0
// law_test.cc: laws that fail, that run once, and that are counted.
#include "tileglot/core/law.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::core {
namespace {

/// Sets a variable of the environment for a scope.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Environment() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// What GoogleTest is told while `run` runs.
std::string failures_of(const std::function<void()>& run) {
  testing::TestPartResultArray parts;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &parts);
    run();
  }
  std::string result;
  for (int i = 0; i < parts.size(); ++i) result += parts.GetTestPartResult(i).message();
  return result;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

int any_number() { return *rc::gen::resize(1000, rc::gen::inRange(0, 1000)); }

std::vector<int> numbers_drawn(std::string_view name, int soak_count) {
  std::vector<int> result;
  check_law(name, soak_count, [&] { result.push_back(any_number()); });
  return result;
}

TEST(Law, ABrokenLawReportsItsSmallestCounterexample) {
  const std::string report = failures_of([] {
    check_law("numbers_are_below_500", 1000, [] { EXPECT_LT(any_number(), 500) << "too large"; });
  });
  EXPECT_TRUE(contains(report, "law numbers_are_below_500 fails")) << report;
  EXPECT_TRUE(contains(report, "TILEGLOT_SEED=")) << report;
  EXPECT_TRUE(contains(report, "int:\n500\n")) << report;
  EXPECT_TRUE(contains(report, "too large")) << report;
}

TEST(Law, AssertionsOfRapidCheckAndExceptionsFailTheLawToo) {
  EXPECT_TRUE(
      contains(failures_of([] { check_law("a", 10, [] { RC_ASSERT(1 == 2); }); }), "law a fails"));
  EXPECT_TRUE(
      contains(failures_of([] { check_law("b", 10, [] { ASSERT_EQ(1, 2); }); }), "law b fails"));
  EXPECT_TRUE(contains(failures_of([] { check_law("c", 10, [] { throw std::string("oh"); }); }),
                       "law c fails"));
}

TEST(Law, ALawThatFindsNoCasesFails) {
  EXPECT_TRUE(
      contains(failures_of([] { check_law("d", 1000, [] { RC_PRE(false); }); }), "law d fails"));
}

TEST(Law, AShareOfTheCasesRunsButAtLeastOne) {
  const Environment no_soak("TILEGLOT_SOAK", "0");
  const Environment tenth("TILEGLOT_LAW_SHARE", "10");
  EXPECT_EQ(numbers_drawn("tenth", 500).size(), 50U);
  EXPECT_EQ(numbers_drawn("one", 3).size(), 1U);
  const Environment hundredth("TILEGLOT_LAW_SHARE", "100");
  EXPECT_EQ(numbers_drawn("hundredth", 500).size(), 5U);
}

TEST(Law, ASoakRunsAllCases) {
  const Environment soak("TILEGLOT_SOAK", "1");
  EXPECT_EQ(numbers_drawn("all", 500).size(), 500U);
}

TEST(Law, AMinimumFollowsASmallerShareAndIsNeverZero) {
  const Environment no_soak("TILEGLOT_SOAK", "0");
  const auto minimum = [](const char* share, int ordinary) {
    const Environment environment("TILEGLOT_LAW_SHARE", share);
    return law_minimum(ordinary);
  };
  EXPECT_EQ(minimum("1", 100), 100);
  EXPECT_EQ(minimum("10", 100), 100);
  EXPECT_EQ(minimum("25", 100), 40);
  EXPECT_EQ(minimum("60", 100), 16);
  EXPECT_EQ(minimum("60", 2), 1);
  const Environment soak("TILEGLOT_SOAK", "1");
  EXPECT_EQ(minimum("60", 100), 100);
}

TEST(Law, TheSeedDecidesTheCases) {
  const auto drawn = [](const char* seed, std::string_view name) {
    const Environment environment("TILEGLOT_SEED", seed);
    return numbers_drawn(name, 200);
  };
  EXPECT_EQ(drawn("1", "x"), drawn("1", "x"));
  EXPECT_NE(drawn("1", "x"), drawn("2", "x"));
  EXPECT_NE(drawn("1", "x"), drawn("1", "y")) << "laws of one seed draw different inputs";
}

TEST(Law, AShareThatIsNotANumberIsRefused) {
  const Environment environment("TILEGLOT_LAW_SHARE", "few");
  EXPECT_TRUE(contains(failures_of([] { check_law("f", 10, [] {}); }), "TILEGLOT_LAW_SHARE"));
}

TEST(Law, ASeedThatIsNotANumberIsRefused) {
  for (const char* seed : {"", "twelve", "12x", "-1", "99999999999999999999"}) {
    const Environment environment("TILEGLOT_SEED", seed);
    EXPECT_TRUE(contains(failures_of([] { check_law("e", 10, [] {}); }), "TILEGLOT_SEED")) << seed;
  }
}

}  // namespace
}  // namespace tileglot::core
