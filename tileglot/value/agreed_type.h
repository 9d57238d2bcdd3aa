// SPDX-License-Identifier: Apache-2.0
// agreed_type.h: the element type of a tensor, as files, --dtype and layout texts state it.
//
// What     named_type reads --dtype. agreed_type is what a layout, --dtype and -t say together.
//          AgreedType is the type of a tensor in files, as far as it was stated, and who stated it.
// Why      Any of them may leave the type out, and no two may contradict each other.
// Rule     Of a tensor in files the file is first; --dtype speaks for it, since a header may have
//          lost the type. Other files of the same tensor are next, then the layout texts in the
//          order of the command. The first statement counts, and a later one that differs is
//          refused.
// Example  Of a file without a type, --dtype bf16 and f16[4,6]{0,1}: "--dtype says that the
//          elements are bf16, and f16[4,6]{0,1} says f16".
//          [tests: agreed_type_test.cc, "types that contradict one another"]
// Errors   layout.type; type.unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::value {

/// The type of --dtype.
core::Result<std::optional<core::ElementType>> named_type(const std::optional<std::string>& dtype);

/// The element type that the layout names, else that of --dtype, else that of -t; the first two may
/// not contradict each other.
core::Result<std::optional<core::ElementType>> agreed_type(
    const bridge::AnyLayout& layout, const std::optional<std::string>& dtype,
    const std::optional<bridge::Tensor>& tensor = {});

/// The type of a tensor's elements, as far as it was stated.
class AgreedType {
 public:
  AgreedType(std::optional<core::ElementType> type, std::string source)
      : type_(type), source_(std::move(source)) {}

  /// What a file and --dtype state: `own` is the type in the file's header.
  static core::Result<AgreedType> of_file(std::optional<core::ElementType> own, std::string file,
                                          std::optional<core::ElementType> named);

  core::Status agree_with(std::optional<core::ElementType> type, std::string_view source);
  const std::optional<core::ElementType>& type() const { return type_; }

 private:
  std::optional<core::ElementType> type_;
  std::string source_;
};

}  // namespace tileglot::value
