// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/refused.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "tileglot/notation/cute/refusal.h"

namespace tileglot::cute {
namespace {

std::string sentence_of(const core::Error& error) {
  std::string sentence = error.code + ": " + error.message;
  return error.help.empty() ? sentence : sentence + "; " + error.help;
}

}  // namespace

Refused::Refused(core::Error error)
    : std::runtime_error(sentence_of(error)), error_(std::move(error)) {}

void throw_refused(const core::Refusal& refusal) {
#ifdef __cpp_exceptions
  throw Refused(notation::cute::to_error(refusal));
#else
  static_cast<void>(refusal);
  std::abort();
#endif
}

}  // namespace tileglot::cute
