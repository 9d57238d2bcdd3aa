// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/agreed_type.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::value {

core::Result<std::optional<core::ElementType>> named_type(const std::optional<std::string>& dtype) {
  if (!dtype) return std::nullopt;
  TILEGLOT_TRY(type, core::parse_element_type(*dtype));
  return type;
}

core::Result<std::optional<core::ElementType>> agreed_type(
    const bridge::AnyLayout& layout, const std::optional<std::string>& dtype,
    const std::optional<bridge::Tensor>& tensor) {
  const auto own = bridge::element_type_of(layout);
  if (!dtype) return own || !tensor ? own : tensor->type;
  TILEGLOT_TRY(named, core::parse_element_type(*dtype));
  if (!own || *own == named) return named;
  return core::fail(
      {.code = "layout.type",
       .message = fmt::format("{} says that the elements are {}, and --dtype says {}",
                              bridge::print(layout), core::name(*own), core::name(named)),
       .help = "--dtype names the type where a layout has none; leave it out"});
}

core::Result<AgreedType> AgreedType::of_file(std::optional<core::ElementType> own, std::string file,
                                             std::optional<core::ElementType> named) {
  constexpr std::string_view kNamed = "--dtype";
  AgreedType type(own, std::move(file));
  TILEGLOT_TRY_STATUS(type.agree_with(named, kNamed));
  if (named) type.source_ = kNamed;
  return type;
}

core::Status AgreedType::agree_with(std::optional<core::ElementType> type,
                                    std::string_view source) {
  if (!type || type == type_) return {};
  if (type_) {
    const bool fits_in_a_byte = core::bits(*type_) == 8 && core::bits(*type) < 8;
    return core::fail(
        {.code = "layout.type",
         .message = fmt::format("{} says that the elements are {}, and {} says {}", source_,
                                core::name(*type_), source, core::name(*type)),
         .help = fits_in_a_byte
                     ? "write elements of fewer than 8 bits as raw bytes, one to a byte: the type "
                       "|V1 in the header of a .npy"
                     : "--dtype names the type where a header has lost it; elements are moved, "
                       "not converted"});
  }
  type_ = type;
  source_ = source;
  return {};
}

}  // namespace tileglot::value
