// SPDX-License-Identifier: Apache-2.0
// refused.h: error handling for CuTe's C++ functions, which return plain values.
//
// What     or_refuse(outcome) is the value. If there is none, a constant expression does not
//          compile, and at run time Refused is thrown.
// Why      CuTe users write size(l) and make_layout(s, d) and use the result directly.
// Example  make_layout(make_shape(2, 3), make_stride(1)) throws Refused; error()->code is
//          "cute.congruent".
//          [tests: vocabulary_test.cc, "a refusal throws at run time"]
// Errors   In a constant expression compilers report: call to non-constexpr function
//          `refused<Reason::kNotCongruent>`; the reasons are in core/outcome.h.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/outcome.h"

namespace tileglot::cute {

class Refused : public std::runtime_error {
 public:
  explicit Refused(core::Error error);
  /// Code, sentence, help, as everywhere else.
  const core::Error& error() const { return error_; }

 private:
  core::Error error_;
};

/// Throws Refused; ends the program if exceptions are disabled.
[[noreturn]] void throw_refused(const core::Error& error);
[[noreturn]] void throw_refused(const core::Refusal& refusal);

/// Throws Refused: an assertion of CuTe code, given as its text, does not hold.
[[noreturn]] void assertion_failed(const char* text);

/// Not constexpr: in a constant expression the name of the instance that is called is the message.
template <core::Reason Why>
[[noreturn]] void refused(const core::Refusal& refusal) {
  throw_refused(refusal);
}

template <std::size_t... Reasons>
constexpr void refuse(const core::Refusal& refusal, std::index_sequence<Reasons...>) {
  ((std::size_t(refusal.reason) == Reasons ? refused<core::Reason{Reasons}>(refusal) : void()),
   ...);
}

constexpr void refuse(const core::Refusal& refusal) {
  constexpr std::size_t kReasons = 128;  // more than the enum has
  refuse(refusal, std::make_index_sequence<kReasons>{});
}

template <class T>
constexpr const T& or_refuse(const core::Outcome<T>& outcome) {
  if (!outcome.ok()) refuse(outcome.refusal);
  return outcome.value;
}

}  // namespace tileglot::cute
