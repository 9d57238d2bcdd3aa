// SPDX-License-Identifier: Apache-2.0
// error.h: errors as values.
//
// What     Error holds {code, message, span, line, help, witness}; Result<T> is a T or an Error.
// Why      User data never throws, aborts or prints: every function that can refuse returns the
//          refusal. An Error is one pointer, so a result that passes through many calls costs a
//          value and a pointer, and each TILEGLOT_TRY moves eight bytes.
// Units    A span is a half-open range of bytes of the parsed text, which the error does not hold;
//          with_line (source_text.h) copies the line to be shown.
// Example  return fail({.code = "xla.order", .message = "1 is listed twice", .span = Span{11, 12},
//                       .help = "write {1,0}"});
//          result.error()->code is then "xla.order".
//          [tests: source_text_test.cc, "an error shows the line, a caret and the help"]
// Errors   Codes are stable words, PACKAGE.WHAT; docs/reference/errors.md has an example of each.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace tileglot::core {

/// Half-open range of bytes.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

/// A line of the text that a span points into, as it is shown.
struct SourceLine {
  std::size_t number = 1;
  std::string text = {};    ///< printable; of a long line, the part near the span
  std::string carets = {};  ///< blanks, then '^' under each character of the span
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// The contents of an Error.
struct ErrorDetails {
  std::string code = {};                ///< stable words: "xla.order"
  std::string message = {};             ///< one sentence, with the values
  std::optional<Span> span = {};        ///< where in the text
  std::optional<SourceLine> line = {};  ///< the line to show; absent until with_line
  std::string help = {};                ///< what to write instead, or what cannot be done and why
  std::string witness = {};             ///< a coordinate or value that proves a refusal
  friend bool operator==(const ErrorDetails&, const ErrorDetails&) = default;
};

/// Owns its details; copies are deep. A default-constructed or moved-from Error has no details and
/// reads as empty; non-const `->` allocates them.
class Error {
 public:
  Error() = default;
  Error(ErrorDetails details);  // NOLINT(google-explicit-constructor): return {{.code = ...}};
  Error(const Error& other);
  Error(Error&& other) noexcept = default;
  Error& operator=(const Error& other);
  Error& operator=(Error&& other) noexcept = default;
  ~Error() = default;

  const ErrorDetails* operator->() const { return details_ ? details_.get() : &none(); }
  ErrorDetails* operator->() { return details_ ? details_.get() : &made(); }
  const ErrorDetails& operator*() const { return *operator->(); }

  friend bool operator==(const Error& a, const Error& b) { return *a == *b; }

 private:
  /// Not inline, so that code that only passes errors on does not contain their destructor.
  struct Delete {
    void operator()(ErrorDetails* details) const noexcept;
  };

  static const ErrorDetails& none();
  ErrorDetails& made();

  std::unique_ptr<ErrorDetails, Delete> details_;
};

static_assert(sizeof(Error) == sizeof(void*));

template <class T>
using Result = tl::expected<T, Error>;

/// A result with nothing to return but success.
using Status = Result<void>;

/// Cold, so that the compiler keeps the failure path short and separate.
[[gnu::cold]] tl::unexpected<Error> fail(ErrorDetails&& details);
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

/// The error to report after std::bad_alloc.
Error memory_error();

}  // namespace tileglot::core

/// Returns the error of EXPR from the calling function; otherwise NAME is its value.
#define TILEGLOT_TRY(NAME, EXPR)                                       \
  auto NAME##_or_error = (EXPR);                                       \
  if (!NAME##_or_error) {                                              \
    return ::tileglot::core::fail(std::move(NAME##_or_error).error()); \
  }                                                                    \
  auto& NAME = *NAME##_or_error

/// Returns the error of EXPR, a Status or a Result whose value is not needed, from the calling
/// function.
#define TILEGLOT_TRY_STATUS(EXPR)                                        \
  do {                                                                   \
    if (auto status_or_error = (EXPR); !status_or_error) {               \
      return ::tileglot::core::fail(std::move(status_or_error).error()); \
    }                                                                    \
  } while (false)
