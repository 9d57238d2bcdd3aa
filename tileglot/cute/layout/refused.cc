// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/refused.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::cute {
namespace {

std::string sentence_of(const core::Error& error) {
  std::string sentence = error->code + ": " + error->message;
  return error->help.empty() ? sentence : sentence + "; " + error->help;
}

}  // namespace

Refused::Refused(core::Error error)
    : std::runtime_error(sentence_of(error)), error_(std::move(error)) {}

void throw_refused(const core::Error& error) {
#ifdef __cpp_exceptions
  throw Refused(error);
#else
  static_cast<void>(error);
  std::abort();
#endif
}

void assertion_failed(const char* text) {
  throw_refused(core::fail({.code = "cute.assertion",
                            .message = std::string("the assertion does not hold: ") + text,
                            .help = "CUTE_STATIC_ASSERT_V takes what must be true"})
                    .value());
}

void throw_refused(const core::Refusal& refusal) {
  throw_refused(notation::cute::to_error(refusal));
}

}  // namespace tileglot::cute
