// SPDX-License-Identifier: Apache-2.0
// given.h: the members of a request, by their names.
//
// What     Given(json) reads one member after another into a request of the library; a member that is
//          absent leaves its place as it is. finish() refuses what nothing has read.
// Why      A request of the page is a JSON object, and mistakes in it must be reported.
// Example  {"view":"grid","every":2}: take("view", request.view), take("every", request.every).
//          [tests: given_test.cc, "members of other types and names are refused"]
// Errors   web.request for a member of another type or name.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::web {

using value::Json;

/// The error web.request.
core::Error bad_request(std::string message);

class Given {
 public:
  /// `of` must outlive it. What is not an object has no members, and finish() says so.
  explicit Given(const Json& of) : of_(of) {}

  bool has(const char* name) const { return of_.is_object() && of_.contains(name); }
  void take(const char* name, std::string& to);
  void take(const char* name, std::int64_t& to);
  void take(const char* name, bool& to);
  void take(const char* name, std::vector<std::string>& to);
  void take(const char* name, Json& to);
  template <class T>
  void take(const char* name, std::optional<T>& to) {
    T value{};
    if (!has(name)) return;
    take(name, value);
    to = std::move(value);
  }
  /// The first member of a wrong type, so far.
  core::Status status() const;
  /// That, or a member that nothing has read.
  core::Status finish() const;

 private:
  /// Null where the member is absent.
  const Json* next(const char* name);
  void refuse(const char* name, std::string_view wanted);

  const Json& of_;
  std::set<std::string, std::less<>> taken_ = {};
  std::string wrong_ = {};
};

}  // namespace tileglot::web
