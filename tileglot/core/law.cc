// SPDX-License-Identifier: Apache-2.0
// law.cc: runs a law with RapidCheck.
#include "tileglot/core/law.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace tileglot::core {
namespace {

constexpr std::uint64_t kDefaultSeed = 20260322;
/// An ordinary run has 1/kShare of a soak's cases.
constexpr int kShare = 10;

/// RapidCheck's own listener writes its progress to stderr.
class SilentListener : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription& /*unused*/) override {}
  void onShrinkTried(const rc::detail::CaseDescription& /*unused*/, bool /*unused*/) override {}
  void onTestFinished(const rc::detail::TestMetadata& /*unused*/,
                      const rc::detail::TestResult& /*unused*/) override {}
};

/// A number from the environment, if set.
template <typename Number>
Number number_of(const char* variable, Number value, std::string_view kind) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return value;
  const std::string_view digits(text);
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) {
    ADD_FAILURE() << variable << " is '" << digits << "', not " << kind;
  }
  return value;
}

std::uint64_t seed() {
  return number_of("TILEGLOT_SEED", kDefaultSeed, "an unsigned 64-bit integer");
}

int share() { return std::max(1, number_of("TILEGLOT_LAW_SHARE", kShare, "an integer")); }

/// FNV-1a: laws with the same seed draw different inputs, identical on every platform.
std::uint64_t mixed(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325U ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

/// Runs the property once and passes GoogleTest's failures to RapidCheck, which can then shrink.
void run_case(const std::function<void()>& property) {
  testing::TestPartResultArray parts;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &parts);
    property();
  }
  std::ostringstream failures;
  for (int i = 0; i < parts.size(); ++i) {
    if (parts.GetTestPartResult(i).failed()) failures << parts.GetTestPartResult(i) << '\n';
  }
  if (!failures.str().empty()) RC_FAIL(failures.str());
}

rc::detail::TestResult test(std::string_view name, int cases, std::uint64_t seed,
                            const std::function<void()>& property) {
  const std::string id(name);
  const rc::detail::TestMetadata metadata{id, id};
  rc::detail::TestParams params;
  params.seed = mixed(seed, name);
  params.maxSuccess = cases;
  SilentListener listener;
  return rc::detail::checkProperty(rc::detail::toProperty([&] { run_case(property); }), metadata,
                                   params, listener, {});
}

}  // namespace

bool is_soak() {
  const char* soak = std::getenv("TILEGLOT_SOAK");
  return soak != nullptr && std::string_view(soak) == "1";
}

std::int64_t minimum_of_share(std::int64_t ordinary) {
  const int parts = is_soak() ? kShare : std::max(kShare, share());
  return std::max(std::int64_t{1}, ordinary * kShare / parts);
}

void run_law(std::string_view name, int soak_count, const std::function<void()>& property) {
  const int cases = is_soak() ? soak_count : std::max(1, soak_count / share());
  const std::uint64_t used_seed = seed();
  const rc::detail::TestResult result = test(name, cases, used_seed, property);
  std::ostringstream report;
  rc::detail::printResultMessage(result, report);
  if (result.is<rc::detail::SuccessResult>()) {
    std::cout << "[ law      ] " << name << ", seed " << used_seed << ": " << report.str()
              << std::endl;
    return;
  }
  ADD_FAILURE() << "law " << name << " fails; replay with TILEGLOT_SEED=" << used_seed
                << (is_soak() ? " TILEGLOT_SOAK=1" : "") << '\n'
                << report.str();
}

}  // namespace tileglot::core
