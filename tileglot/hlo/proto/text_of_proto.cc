// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/text_of_proto.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/transcript.h"
#include "tileglot/hlo/proto/detail/value_texts.h"

namespace tileglot::hlo {
namespace {

using core::Result;

/// HloSnapshot, HloProto, HloModuleProto.
constexpr int kMostWrappers = 2;
constexpr std::uint32_t kWrapped = 1;

/// Characters that no text has.
bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 && (code < '\t' || code > '\r');
}

/// A module begins with its name, a message around one with that message.
bool is_wrapper(const Message& message) {
  const auto first = message.part(kWrapped);
  return first && std::ranges::any_of(first->bytes, is_control);
}

}  // namespace

bool is_proto(std::string_view bytes) {
  constexpr char kFirstTag = 0x0a;  // field 1, bytes
  // That field may be a long text: the tag of the computations comes after it.
  return !bytes.empty() && bytes[0] == kFirstTag && std::ranges::any_of(bytes, is_control);
}

Result<std::string> text_of_proto(std::string_view bytes) {
  TILEGLOT_TRY(message, Message::read(bytes));
  for (int i = 0; i < kMostWrappers && is_wrapper(message); ++i) {
    TILEGLOT_TRY(inner, message.message(kWrapped));
    message = std::move(inner);
  }
  if (!message.has(kComputations)) {
    return core::fail(bad_proto("the message is not an HloModuleProto, nor around one"));
  }
  return transcribe(message);
}

}  // namespace tileglot::hlo
