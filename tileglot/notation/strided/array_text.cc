// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/array_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/detail/number_list.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::notation::strided {
namespace {

using core::Span;

constexpr std::array<std::string_view, 12> kWords{
    "shape", "strides",  "stride", "offset",   "order",      "memory_format",
    "dtype", "itemsize", "bytes",  "elements", "contiguous", "channels_last"};

template <class T>
struct Stated {
  std::optional<T> value = {};
  Span span = {};
};

/// The values given by the words.
struct Words {
  Stated<std::vector<std::int64_t>> shape;
  Stated<std::vector<std::int64_t>> strides;
  Stated<std::int64_t> offset;
  Stated<std::int64_t> item_bytes;
  Stated<Order> order;
  Stated<Unit> unit;
  Stated<core::ElementType> type;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : scanner_(text) {}

  core::Result<Words> read() {
    while (!scanner_.at_end()) {
      TILEGLOT_TRY_STATUS(word());
      scanner_.accept(",");
    }
    return std::move(words_);
  }

 private:
  core::Status word();
  core::Status value_of(std::string_view key);
  core::Status plain(std::string_view name);
  core::Result<std::vector<std::int64_t>> tuple(std::string_view what);
  core::Result<std::string_view> quoted_name(std::string_view what);
  core::Status order_value();
  core::Status type_value();
  core::Error unknown(std::string_view name) const;
  Span span() const { return scanner_.span_from(begin_); }

  template <class T>
  core::Status put(Stated<T>& stated, T value) {
    if (stated.value) {
      return core::fail({.code = "strided.word",
                         .message = "this is stated twice",
                         .span = span(),
                         .help = "say it once"});
    }
    stated = {std::move(value), span()};
    return {};
  }

  core::Scanner scanner_;
  Words words_ = {};
  std::size_t begin_ = 0;
};

core::Status Reader::word() {
  scanner_.skip_space();
  begin_ = scanner_.position();
  std::string_view name = scanner_.name();
  if (name == "torch" && scanner_.accept(".")) name = scanner_.name();
  if (name.empty()) {
    return core::fail({.code = "strided.word",
                       .message = fmt::format("expected a word, found {}", scanner_.found()),
                       .span = scanner_.here(),
                       .help = "write shape=(2,3) strides=(3,1) elements, or shape=(2,3) order=F"});
  }
  return scanner_.accept("=") ? value_of(name) : plain(name);
}

core::Error Reader::unknown(std::string_view name) const {
  const std::string guess = core::did_you_mean(name, kWords);
  return {{.code = "strided.word",
           .message = fmt::format("'{}' is not a word of an array's layout", name.substr(0, 64)),
           .span = span(),
           .help = guess.empty()
                       ? "the words are shape, strides, offset, order, memory_format, "
                         "dtype, itemsize, bytes, elements, contiguous, channels_last and "
                         "channels_last_3d"
                       : guess}};
}

core::Status Reader::plain(std::string_view name) {
  if (name == "bytes") return put(words_.unit, Unit::kBytes);
  if (name == "elements") return put(words_.unit, Unit::kElements);
  if (const auto order = order_named(name)) return put(words_.order, *order);
  return core::fail(unknown(name));
}

core::Status Reader::value_of(std::string_view key) {
  if (key == "shape") {
    TILEGLOT_TRY(extents, tuple("an extent"));
    return put(words_.shape, std::move(extents));
  }
  if (key == "strides" || key == "stride") {
    TILEGLOT_TRY(strides, tuple("a stride"));
    return put(words_.strides, std::move(strides));
  }
  if (key == "offset" || key == "storage_offset") {
    TILEGLOT_TRY(offset, scanner_.integer("the offset"));
    return put(words_.offset, offset);
  }
  if (key == "itemsize") {
    TILEGLOT_TRY(bytes, scanner_.integer("the size of an item"));
    return put(words_.item_bytes, bytes);
  }
  if (key == "order" || key == "memory_format") return order_value();
  if (key == "dtype") return type_value();
  return core::fail(unknown(key));
}

core::Result<std::vector<std::int64_t>> Reader::tuple(std::string_view what) {
  if (scanner_.accept("[")) return detail::read_numbers(scanner_, what, "]");
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the numbers"));
  return detail::read_numbers(scanner_, what, ")");
}

/// C, 'C', torch.channels_last
core::Result<std::string_view> Reader::quoted_name(std::string_view what) {
  const std::string_view quote = scanner_.looking_at("'") ? "'" : "\"";
  const bool is_quoted = scanner_.accept(quote);
  std::string_view name = scanner_.name();
  if ((name == "torch" || name == "np" || name == "numpy") && scanner_.accept(".")) {
    name = scanner_.name();
  }
  if (is_quoted) TILEGLOT_TRY_STATUS(scanner_.expect(quote, fmt::format("after {}", what)));
  return name;
}

core::Status Reader::order_value() {
  TILEGLOT_TRY(name, quoted_name("the order"));
  if (name == "contiguous_format") return put(words_.order, Order::kContiguous);
  if (const auto order = order_named(name)) return put(words_.order, *order);
  return core::fail(
      {.code = "strided.word",
       .message = fmt::format("'{}' is not an order", name.substr(0, 64)),
       .span = span(),
       .help = "the orders are C, F, contiguous, channels_last and channels_last_3d"});
}

core::Status Reader::type_value() {
  TILEGLOT_TRY(name, quoted_name("the type"));
  auto type = core::parse_element_type(name);
  if (!type) {
    type.error()->span = span();
    return core::fail(std::move(type).error());
  }
  return put(words_.type, *type);
}

/// The size of one element in bytes, from the text or the tensor.
core::Result<std::int64_t> item_bytes(const Words& words, const Array& array) {
  const auto& stated = words.item_bytes;
  if (stated.value && *stated.value < 1) {
    return core::fail({.code = "strided.item",
                       .message = fmt::format("an item cannot have {} bytes", *stated.value),
                       .span = stated.span,
                       .help = "an item has 1 byte or more"});
  }
  if (!stated.value && !array.type) {
    return core::fail(
        {.code = "strided.item",
         .message = "strides in bytes, and the bytes of an element are not known",
         .span = words.unit.span,
         .help = "add dtype=float32 or itemsize=4, name the type with -t or --dtype, or say "
                 "the strides in elements"});
  }
  const std::int64_t of_type = array.type ? core::npy_bits(*array.type) / 8 : *stated.value;
  if (!stated.value || *stated.value == of_type) return of_type;
  return core::fail(
      {.code = "strided.item",
       .message = fmt::format("itemsize={}, and an element of {} has {}", *stated.value,
                              core::row_of(*array.type).numpy, core::counted(of_type, "byte")),
       .span = stated.span,
       .help = "leave out itemsize, or the type"});
}

core::Status to_elements(std::int64_t& bytes, std::int64_t item, std::string_view what, Span span) {
  if (bytes % item != 0) {
    return core::fail(
        {.code = "strided.misaligned",
         .message = fmt::format("{} of {} is not a whole number of elements of {}", what,
                                core::counted(bytes, "byte"), item),
         .span = span,
         .help = "a layout moves whole elements; view the array as bytes for finer steps"});
  }
  bytes /= item;
  return {};
}

core::Result<Unit> unit_of(const Words& words, std::optional<Unit> unit) {
  if (words.unit.value) return *words.unit.value;
  if (unit) return *unit;
  return core::fail({.code = "strided.unit",
                     .message = "the strides have no unit",
                     .span = words.strides.span,
                     .help = "NumPy's are bytes: add `bytes dtype=float32`; those of torch and "
                             "DLPack are elements: add `elements`"});
}

core::Result<ArrayLayout> strided_of(const Words& words, Array array, std::optional<Unit> unit) {
  TILEGLOT_TRY(named, unit_of(words, unit));
  StridedArray result{.array = std::move(array),
                      .strides = *words.strides.value,
                      .offset = words.offset.value.value_or(0),
                      .unit = named};
  if (named == Unit::kBytes) {
    TILEGLOT_TRY(item, item_bytes(words, result.array));
    result.item_bytes = item;
    for (std::int64_t& stride : result.strides) {
      TILEGLOT_TRY_STATUS(to_elements(stride, item, "a stride", words.strides.span));
    }
    TILEGLOT_TRY_STATUS(to_elements(result.offset, item, "an offset", words.offset.span));
  }
  if (auto checked = check(result); !checked) {
    checked.error()->span = words.strides.span;
    return core::fail(std::move(checked).error());
  }
  return ArrayLayout(std::move(result));
}

core::Result<ArrayLayout> ordered_of(const Words& words, Array array) {
  if (words.strides.value || words.offset.value) {
    return core::fail(
        {.code = "strided.order",
         .message = fmt::format("{} already gives the strides", name_of(*words.order.value)),
         .span = words.strides.value ? words.strides.span : words.offset.span,
         .help = "say the order or the strides"});
  }
  OrderedArray result{.array = std::move(array), .order = *words.order.value};
  if (auto checked = check(result); !checked) {
    checked.error()->span = words.order.span;
    return core::fail(std::move(checked).error());
  }
  return ArrayLayout(std::move(result));
}

}  // namespace

core::Result<ArrayLayout> parse_array(std::string_view text, const std::optional<Array>& tensor,
                                      std::optional<Unit> unit,
                                      std::optional<core::ElementType> type) {
  TILEGLOT_TRY(words, Reader(text).read());
  std::optional<Array> own;
  if (words.shape.value) own = Array{*words.shape.value, words.type.value};
  TILEGLOT_TRY(array, array_for(own, tensor));
  if (words.type.value) array.type = words.type.value;
  if (!array.type && !words.item_bytes.value) array.type = type;
  if (words.order.value) return ordered_of(words, std::move(array));
  if (words.strides.value) return strided_of(words, std::move(array), unit);
  return core::fail({.code = "strided.strides_missing",
                     .message = "a shape without strides and without an order",
                     .span = words.shape.value ? words.shape.span : Span{0, 1},
                     .help = "add strides=(..) with their unit, order=C or order=F"});
}

bool looks_like_array(std::string_view text) {
  core::Scanner scanner(text);
  std::string_view name = scanner.name();
  if (name == "torch" && scanner.accept(".")) name = scanner.name();
  if (order_named(name)) return name.size() > 1 || scanner.at_end();
  return std::ranges::find(kWords, name) != kWords.end() && scanner.looking_at("=");
}

}  // namespace tileglot::notation::strided
