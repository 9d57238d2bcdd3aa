// SPDX-License-Identifier: Apache-2.0
// error.cc: constructs, copies and deletes the details of errors.
#include "tileglot/core/error.h"

#include <utility>

namespace tileglot::core {

Error::Error(ErrorDetails details) : details_(new ErrorDetails(std::move(details))) {}

Error::Error(const Error& other)
    : details_(other.details_ ? new ErrorDetails(*other.details_) : nullptr) {}

Error& Error::operator=(const Error& other) {
  if (this != &other) *this = Error(other);
  return *this;
}

void Error::Delete::operator()(ErrorDetails* details) const noexcept { delete details; }

const ErrorDetails& Error::none() {
  static const ErrorDetails empty;
  return empty;
}

ErrorDetails& Error::made() {
  details_.reset(new ErrorDetails);
  return *details_;
}

Error memory_error() {
  return {{.code = "io.memory",
           .message = "there is not enough memory for this request",
           .help = "free some, or request less: fewer elements, fewer offsets"}};
}

tl::unexpected<Error> fail(ErrorDetails&& details) {
  return tl::unexpected<Error>(Error(std::move(details)));
}

}  // namespace tileglot::core
