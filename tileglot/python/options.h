// SPDX-License-Identifier: Apache-2.0
// options.h: the options of a request, by their names in Python.
//
// What     Options(of, dict) reads one option after another into the request's members; an option
//          that is absent leaves its member as it is. finish() refuses what was not asked for.
// Why      Requests have many options of few types.
// Example  Options given("show", dict); given.take("view", request.view); given.finish();
// Errors   TypeError for an option of another type, or of another name; ValueError for an int that
//          is too large.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "tileglot/python/texts.h"

namespace tileglot::python {

namespace nb = nanobind;

class Options {
 public:
  Options(std::string of, nb::dict given) : of_(std::move(of)), given_(std::move(given)) {}

  template <class T>
  void take(const char* name, T& to) {
    if (const nb::handle value = next(name)) to = as<T>(name, value);
  }
  template <class T>
  void take(const char* name, std::optional<T>& to) {
    if (const nb::handle value = next(name)) to = as<T>(name, value);
  }
  /// A str in the encoding of file names.
  void take_path(const char* name, std::string& to) {
    if (const nb::handle value = next(name)) to = path_of(value);
  }
  void finish() const;

 private:
  /// Null where the option is not given.
  nb::handle next(const char* name);

  template <class T>
  static T as(const char* name, nb::handle value) {
    T result{};
    if constexpr (std::is_same_v<T, std::string>) {
      if (nb::isinstance<nb::str>(value)) return text_of(value);
    }
    // nanobind takes whatever has __bool__ or __float__, and True as a number.
    const bool fits = std::is_same_v<T, bool> == PyBool_Check(value.ptr());
    if (fits && nb::try_cast(value, result)) return result;
    if constexpr (std::is_integral_v<T>) {
      if (fits && PyLong_Check(value.ptr())) refuse_range(name);
    }
    refuse(name, value);
  }
  [[noreturn]] static void refuse_range(const char* name);
  [[noreturn]] static void refuse(const char* name, nb::handle value);

  std::string of_;
  nb::dict given_;
  std::size_t taken_ = 0;
};

}  // namespace tileglot::python
