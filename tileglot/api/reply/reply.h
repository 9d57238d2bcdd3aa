// SPDX-License-Identifier: Apache-2.0
// reply.h: the result of every request: an answer for people and for programs, or an error.
//
// What     Answer holds the text and the JSON of one result and the exit code that says yes, no or
//          impossible. A Reply is an Answer or a core::Error.
// Why      The command line, Python and the web page are front ends: they pass requests in and
//          print what comes back, so an answer carries everything they print.
// Example  equal of two layouts that differ answers "differ at (0,1): 1 against 2" with exit code
//          1.
//          [tests: convert/equal_test.cc, "two tilings differ at the second element"]
// Errors   to_json gives {"version":1,"ok":false,"error":{code,message,span,help,witness}}.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::api {

using value::Json;

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

using Reply = core::Result<Answer>;

ExitCode exit_code_of(const core::Error& error);

/// {"version":1,"ok":true, and the answer's own keys}
Json to_json(const Answer& answer);
Json to_json(const core::Error& error);

}  // namespace tileglot::api
