// SPDX-License-Identifier: Apache-2.0
// errors.h: refusals of the library as Python exceptions.
//
// What     value_of(result) is the value, or raises tileglot.InvalidError, ImpossibleError,
//          FileError or InternalError with code, message, help, witness and the span in `text`.
// Why      One place decides which class an error has: the command line's exit code says it.
// Units    Spans count characters, as Python's strings do; those of core::Error count bytes.
// Example  value_of(cute::parse_layout("(4,2"), "(4,2") raises InvalidError, whose str() is what
//          the command line prints.
// Errors   nb::python_error, with the exception set.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/outcome.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::python {

namespace nb = nanobind;

/// `text` is what the span of the error points into; empty where there is none.
[[noreturn, gnu::cold]] void raise(const core::Error& error, std::string_view text = {});

/// A coordinate that a layout does not have: tileglot.CoordinateError, which is an IndexError.
[[noreturn, gnu::cold]] void raise_coordinate(const core::Error& error);

template <class T>
T value_of(core::Result<T>&& result, std::string_view text = {}) {
  if (!result) raise(result.error(), text);
  return *std::move(result);
}

inline void check(const core::Status& status, std::string_view text = {}) {
  if (!status) raise(status.error(), text);
}

template <class T>
const T& value_of(const core::Outcome<T>& outcome) {
  if (!outcome) raise(notation::cute::to_error(outcome.refusal));
  return *outcome;
}

}  // namespace tileglot::python
