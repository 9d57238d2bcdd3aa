// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::hlo {

using core::fail;
using core::Result;
using notation::xla::WireKind;

namespace {

/// The lists of the largest messages are packed, and instructions have tens of fields.
constexpr std::size_t kMaxFields = std::size_t{1} << 20;

core::Error too_large(std::string_view what) {
  return {{.code = "hlo.limit",
           .message = fmt::format("a part of the protocol buffer has {}", what),
           .help = "no module has as many: the message is damaged, or of another kind"}};
}

}  // namespace

Result<Message> Message::read(std::string_view bytes, std::size_t begin) {
  if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
    return fail(too_large("more than 4 GiB"));
  }
  notation::xla::WireReader reader(bytes, begin);
  Message message;
  message.bytes_ = bytes;
  message.begin_ = begin;
  while (true) {
    const std::size_t start = reader.position();
    TILEGLOT_TRY(field, reader.next());
    if (!field) return message;
    if (message.places_.size() == kMaxFields) {
      return fail(too_large(fmt::format("more than {} fields", kMaxFields)));
    }
    message.places_.push_back(
        {.number = field->number, .begin = static_cast<std::uint32_t>(start)});
  }
}

template <class Visit>
void Message::for_each(std::uint32_t field, const Visit& visit) const {
  for (const Place& place : places_) {
    if (place.number != field) continue;
    // It was read before, when the message was.
    notation::xla::WireReader reader(bytes_.substr(place.begin), begin_ + place.begin);
    const auto again = reader.next();
    if (again && *again) visit(**again);
  }
}

bool Message::has(std::uint32_t field) const {
  return std::ranges::find(places_, field, &Place::number) != places_.end();
}

std::int64_t Message::number(std::uint32_t field) const {
  std::int64_t value = 0;
  for_each(field, [&](const WireField& f) {
    if (f.kind == WireKind::kNumber) value = f.value;
  });
  return value;
}

double Message::real(std::uint32_t field) const {
  const std::vector<std::byte> bytes = words(field);
  double value = 0;
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::string_view Message::text(std::uint32_t field) const {
  const auto found = part(field);
  return found ? found->bytes : std::string_view{};
}

std::optional<WireField> Message::part(std::uint32_t field) const {
  std::optional<WireField> last;
  for_each(field, [&](const WireField& f) {
    if (f.kind == WireKind::kBytes) last = f;
  });
  return last;
}

std::vector<WireField> Message::parts(std::uint32_t field) const {
  std::vector<WireField> found;
  for_each(field, [&](const WireField& f) {
    if (f.kind == WireKind::kBytes) found.push_back(f);
  });
  return found;
}

Result<Message> Message::message(std::uint32_t field) const {
  const auto found = part(field);
  return found ? read(*found) : Message();
}

Result<std::vector<Message>> Message::messages(std::uint32_t field) const {
  std::vector<Message> all;
  for (const WireField& f : parts(field)) {
    TILEGLOT_TRY(message, read(f));
    all.push_back(std::move(message));
  }
  return all;
}

Result<std::vector<std::int64_t>> Message::numbers(std::uint32_t field) const {
  std::vector<std::int64_t> all;
  core::Status status;
  for_each(field, [&](const WireField& f) {
    if (status) status = notation::xla::append_numbers(f, all);
  });
  TILEGLOT_TRY_STATUS(std::move(status));
  return all;
}

std::vector<std::byte> Message::words(std::uint32_t field) const {
  std::vector<std::byte> all;
  for_each(field, [&](const WireField& f) {
    if (f.kind == WireKind::kNumber) return;
    const auto* const first = reinterpret_cast<const std::byte*>(f.bytes.data());
    all.insert(all.end(), first, first + f.bytes.size());
  });
  return all;
}

}  // namespace tileglot::hlo
