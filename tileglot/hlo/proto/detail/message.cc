// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/message.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::hlo {

using core::Result;
using notation::xla::WireKind;

Result<Message> Message::read(std::string_view bytes, std::size_t begin) {
  notation::xla::WireReader reader(bytes, begin);
  Message message;
  while (true) {
    TILEGLOT_TRY(field, reader.next());
    if (!field) return message;
    message.fields_.push_back(*field);
  }
}

bool Message::has(std::uint32_t field) const {
  return std::ranges::any_of(fields_, [&](const WireField& f) { return f.number == field; });
}

std::int64_t Message::number(std::uint32_t field) const {
  std::int64_t value = 0;
  for (const WireField& f : fields_) {
    if (f.number == field && f.kind == WireKind::kNumber) value = f.value;
  }
  return value;
}

std::string_view Message::text(std::uint32_t field) const {
  const auto found = part(field);
  return found ? found->bytes : std::string_view{};
}

std::optional<WireField> Message::part(std::uint32_t field) const {
  std::optional<WireField> last;
  for (const WireField& f : fields_) {
    if (f.number == field && f.kind == WireKind::kBytes) last = f;
  }
  return last;
}

std::vector<WireField> Message::parts(std::uint32_t field) const {
  std::vector<WireField> found;
  for (const WireField& f : fields_) {
    if (f.number == field && f.kind == WireKind::kBytes) found.push_back(f);
  }
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
  for (const WireField& f : fields_) {
    if (f.number == field) TILEGLOT_TRY_STATUS(notation::xla::append_numbers(f, all));
  }
  return all;
}

std::vector<std::byte> Message::words(std::uint32_t field) const {
  std::vector<std::byte> all;
  for (const WireField& f : fields_) {
    if (f.number != field || f.kind == WireKind::kNumber) continue;
    const auto* const first = reinterpret_cast<const std::byte*>(f.bytes.data());
    all.insert(all.end(), first, first + f.bytes.size());
  }
  return all;
}

}  // namespace tileglot::hlo
