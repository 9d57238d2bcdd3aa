// SPDX-License-Identifier: Apache-2.0
// reply.h: the result of every request: an answer for people and for programs, or a failure.
//
// What     Answer holds the text and the JSON of one result and the exit code that says yes, no or
//          impossible. Failure holds an error and the text that its span points into.
// Why      The command line, Python and the web page are front ends: they pass requests in and
//          print what comes back, so an answer carries everything they print.
// Example  equal of two layouts that differ answers "differ at (0,1): 1 against 2" with exit code
//          1.
//          [tests: convert/equal_test.cc, "two tilings differ at the second element"]
// Errors   to_json gives {"version":1,"ok":false,"error":{code,message,span,help,witness}}.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "tileglot/core/error.h"

namespace tileglot::api {

/// Keys stay in the order they are written.
using Json = nlohmann::ordered_json;

enum ExitCode : int {
  kYes = 0,
  kNo = 1,
  kUsage = 2,
  kImpossible = 3,  ///< cannot be represented or decided
  kInputOutput = 4,
  kOurBug = 70,
  kInterrupted = 130,
};

struct Answer {
  std::string text = {};  ///< for stdout, every line ends with a newline
  Json json = Json::object();
  ExitCode exit_code = kYes;
  std::string note = {};  ///< for stderr, beside text
};

struct Failure {
  core::Error error = {};
  std::string source = {};  ///< what error->span points into
};

using Reply = tl::expected<Answer, Failure>;

/// expected<T, Failure>.
template <class T>
using Step = tl::expected<T, Failure>;

inline tl::unexpected<Failure> refuse(core::Error error, std::string source = {}) {
  return tl::unexpected<Failure>({std::move(error), std::move(source)});
}

/// The value, or its error with the source text of its span.
template <class T>
Step<T> about(core::Result<T> result, std::string source) {
  if (!result) return refuse(std::move(result).error(), std::move(source));
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return *std::move(result);
  }
}

ExitCode exit_code_of(const core::Error& error);

/// {"version":1,"ok":true, and the answer's own keys}
Json to_json(const Answer& answer);
Json to_json(const Failure& failure);
/// The error with its source line, for people.
std::string to_text(const Failure& failure);

}  // namespace tileglot::api

/// Returns the failure of EXPR, a Step, from the calling function; otherwise NAME is its value.
#define TILEGLOT_STEP(NAME, EXPR)                                                          \
  auto NAME##_or_failure = (EXPR);                                                         \
  if (!NAME##_or_failure) {                                                                \
    return tl::unexpected<::tileglot::api::Failure>(std::move(NAME##_or_failure).error()); \
  }                                                                                        \
  auto& NAME = *NAME##_or_failure

/// Returns the failure of EXPR, a Step whose value is not needed, from the calling function.
#define TILEGLOT_STEP_STATUS(EXPR)                                                         \
  do {                                                                                     \
    if (auto step_or_failure = (EXPR); !step_or_failure) {                                 \
      return tl::unexpected<::tileglot::api::Failure>(std::move(step_or_failure).error()); \
    }                                                                                      \
  } while (false)
