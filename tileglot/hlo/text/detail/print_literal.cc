// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/print_literal.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

constexpr std::size_t kMostWritten = std::size_t{1} << 16;

/// The mantissa of a nan if it is not the usual one.
std::string payload(PrimitiveType type, const std::byte* element) {
  const auto format = float_format(type);
  if (!format || format->nan != NanPattern::kLargestExponent) return {};
  const std::uint64_t mantissa =
      load_bits(type, element) & ((std::uint64_t{1} << format->mantissa_bits) - 1);
  if (mantissa == std::uint64_t{1} << (format->mantissa_bits - 1)) return {};
  return fmt::format("(0x{:x})", mantissa);
}

/// The value as its type holds it.
double as_type(PrimitiveType type, double value) {
  std::byte bytes[8] = {};
  store_float(type, value, bytes);
  return load_float(type, bytes);
}

std::string short_digits(PrimitiveType type, double value) {
  const int most = decimal_digits(type);
  const int few = type == PrimitiveType::kF64 ? 15 : type == PrimitiveType::kF32 ? 6 : most;
  std::string text = fmt::format("{:.{}g}", value, few);
  if (as_type(type, std::strtod(text.c_str(), nullptr)) != value) {
    text = fmt::format("{:.{}g}", value, most);
  }
  return text;
}

std::string float_text(PrimitiveType type, const std::byte* element, bool exact) {
  const double value = load_float(type, element);
  const char* const sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return fmt::format("{}nan{}", sign, payload(type, element));
  if (std::isinf(value)) return fmt::format("{}inf", sign);
  if (value == 0 && std::signbit(value)) return exact ? "-0.0" : "-0";
  return short_digits(type, value);
}

std::string complex_text(PrimitiveType type, const std::byte* element, bool exact) {
  const PrimitiveType part =
      type == PrimitiveType::kC64 ? PrimitiveType::kF32 : PrimitiveType::kF64;
  return fmt::format("({}, {})", float_text(part, element, exact),
                     float_text(part, element + stored_bytes(part), exact));
}

std::string element_text(PrimitiveType type, const std::byte* element, bool scalar, bool exact) {
  if (is_complex(type)) return complex_text(type, element, exact);
  if (notation::xla::is_floating_point(type)) return float_text(type, element, exact);
  const std::int64_t value = load_integer(type, element);
  if (type == PrimitiveType::kPred && scalar) return value != 0 ? "true" : "false";
  if (is_unsigned(type)) return fmt::format("{}", static_cast<std::uint64_t>(value));
  return fmt::format("{}", value);
}

/// Walks nested braces without recursion: `at` is the index of what is printed next.
class DensePrinter {
 public:
  DensePrinter(const Literal& literal, bool exact, std::string& out)
      : literal_(literal), exact_(exact), out_(out) {}

  void print() {
    if (literal_.bounds.empty()) {
      out_ += element_text(literal_.type, element_at(literal_, 0), true, exact_);
      return;
    }
    open();
    while (!at_.empty()) {
      const std::int64_t bound = literal_.bounds[at_.size() - 1];
      if (at_.back() == bound) {
        close();
      } else {
        if (at_.back() > 0) out_ += ", ";
        at_.size() == literal_.bounds.size() ? element() : open();
      }
    }
  }

 private:
  bool innermost() const { return at_.size() == literal_.bounds.size(); }
  bool alone() const {
    return innermost() && literal_.bounds.size() > 1 && literal_.bounds.back() > 1;
  }

  void open() {
    const std::vector<std::int64_t> outer = at_;
    at_.push_back(0);
    out_ += '{';
    if (alone() || !innermost()) out_ += ' ';
    if (!innermost() && literal_.bounds.size() > 3 && !outer.empty()) {
      fmt::format_to(std::back_inserter(out_), "/*i{}={}*/ ", outer.size() - 1, outer.back());
    }
  }

  void close() {
    if (alone() || !innermost()) out_ += ' ';
    out_ += '}';
    at_.pop_back();
    if (!at_.empty()) ++at_.back();
  }

  void element() {
    out_ += element_text(literal_.type, element_at(literal_, next_++), false, exact_);
    ++at_.back();
  }

  const Literal& literal_;
  bool exact_;
  std::string& out_;
  std::vector<std::int64_t> at_ = {};
  std::size_t next_ = 0;
};

/// Large, and 0 after its first element. XLA reads no complex number without braces.
bool is_one_and_zeros(const Literal& literal) {
  if (is_complex(literal.type) || element_count(literal) <= kMostWritten) return false;
  const std::size_t first = stored_bytes(literal.type);
  const std::byte* const rest = literal.bytes.data() + first;
  const std::size_t size = literal.bytes.size() - first;
  return *rest == std::byte{0} && std::memcmp(rest, rest + 1, size - 1) == 0;
}

template <class AppendElement>
void append_tuple(const Literal& literal, std::string& out, const AppendElement& append_element) {
  out += "( ";
  for (const Literal& element : literal.elements) {
    if (&element != literal.elements.data()) out += ", ";
    append_element(element);
  }
  out += " )";
}

}  // namespace

void append_literal(const Literal& literal, bool exact, std::string& out) {
  if (literal.elided) {
    out += "{...}";
  } else if (literal.type == PrimitiveType::kTuple) {
    append_tuple(literal, out,
                 [&](const Literal& element) { append_literal(element, exact, out); });
  } else if (is_one_and_zeros(literal)) {
    out += element_text(literal.type, element_at(literal, 0), true, exact);
  } else {
    DensePrinter(literal, exact, out).print();
  }
}

void append_shaped_literal(const Literal& literal, bool exact, std::string& out) {
  if (literal.type == PrimitiveType::kTuple) {
    return append_tuple(
        literal, out, [&](const Literal& element) { append_shaped_literal(element, exact, out); });
  }
  notation::xla::Shape shape{.type = literal.type,
                             .layout = notation::xla::descending_layout(literal.bounds.size())};
  for (const std::int64_t bound : literal.bounds) shape.dimensions.push_back({.bound = bound});
  out += print(shape);
  out += ' ';
  append_literal(literal, exact, out);
}

}  // namespace tileglot::hlo
