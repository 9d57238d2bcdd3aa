// SPDX-License-Identifier: Apache-2.0
// The law of layouts that a file records: whatever a record says, it agrees with its header or is
// refused, and a record that is accepted can be moved.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/checkpoint/tensor_pieces.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/safetensors/writer.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/stored_shape.h"

namespace tileglot::checkpoint {
namespace {

namespace xla = notation::xla;

constexpr std::int64_t kPieceBytes = 512;

core::ElementType any_stored_type() {
  std::vector<core::ElementType> types;
  for (const core::ElementTypeRow& row : core::element_types()) {
    if (core::name_in(core::TypeNotation::kSafetensors, row.type)) types.push_back(row.type);
  }
  return *rc::gen::elementOf(types);
}

struct Recorded {
  io::SafetensorsEntry entry;
  std::string record;
};

/// A record whose header is what a relayout writes.
std::optional<Recorded> agreeing(const xla::Shape& shape) {
  const auto type = xla::element_type_of(shape.type);
  const auto layout = with_packing(bridge::AnyLayout(shape), *type);
  if (!layout || !core::name_in(core::TypeNotation::kSafetensors, *type)) return std::nullopt;
  const auto map = bridge::to_map(*layout);
  if (!map) return std::nullopt;
  return Recorded{{"w", *type, value::stored_shape(*layout, *map, 64)}, bridge::print(*layout)};
}

/// Half of the headers agree; the others have another type, another shape, or both.
Recorded any_recorded() {
  const xla::Shape shape = *xla::any_shape({.max_elements = 1024, .empty_arrays = true});
  const auto right = agreeing(shape);
  if (right && *rc::gen::inRange(0, 2) == 0) return *right;
  Recorded wrong{{"w", any_stored_type(), {}}, xla::print(shape)};
  const bool keeps_shape = right && *rc::gen::inRange(0, 2) == 0;
  if (keeps_shape) {
    wrong.entry.shape = right->entry.shape;
  } else {
    for (int left = *rc::gen::inRange(0, 4); left > 0; --left)
      wrong.entry.shape.push_back(*rc::gen::inRange<std::int64_t>(0, 9));
  }
  return wrong;
}

/// The file in memory; nothing where its bits are not whole bytes.
std::optional<Checkpoint> model_of(const Recorded& recorded) {
  const auto placed = io::place_tensors(std::span(&recorded.entry, 1));
  if (!placed) return std::nullopt;
  const auto header = io::safetensors_header_bytes(
      *placed, io::SafetensorsMetadata{{std::string(kLayoutKey) + "w", recorded.record}});
  EXPECT_TRUE(header.has_value());
  const std::int64_t bytes = static_cast<std::int64_t>(header->size()) + placed->front().bytes();
  auto memory = io::MemoryMapping::anonymous(bytes, "a model");
  EXPECT_TRUE(memory.has_value());
  const auto text = std::as_bytes(std::span(*header));
  std::copy(text.begin(), text.end(), memory->writable_bytes().begin());
  auto model = checkpoint_of({"w.safetensors", std::move(*memory)});
  EXPECT_TRUE(model.has_value());
  return *std::move(model);
}

/// The pieces follow each other and are all of the target.
void expect_moved(const PackedTensor& tensor, const std::string& target) {
  const auto move = tensor_move(tensor, target);
  if (!move) return;
  ASSERT_GE(move->target_bytes, 0);
  if (move->target_bytes > 1 << 20) return;
  const TensorPieces pieces(*move, kPieceBytes);
  std::vector<std::byte> room(static_cast<std::size_t>(pieces.room_bytes()));
  std::int64_t made = 0;
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    ASSERT_EQ(pieces.begin(i), made);
    const auto bytes = pieces.make(i, room);
    ASSERT_TRUE(bytes.has_value()) << bytes.error()->message;
    made += static_cast<std::int64_t>(bytes->size());
  }
  ASSERT_EQ(made, move->target_bytes);
}

TEST(RecordLaw, ARecordAgreesWithItsHeaderOrIsRefused) {
  int accepted = 0;
  int refused = 0;
  core::check_law("a_record_agrees_or_is_refused", 20000, [&] {
    const Recorded recorded = any_recorded();
    const auto model = model_of(recorded);
    if (!model) return;
    const Part& part = model->parts[0];
    const auto tensor = packed_tensor(part, part.tensors.header.tensors[0]);
    if (!tensor) {
      ++refused;
      ASSERT_NE(tensor.error()->message.find("'w'"), std::string::npos) << tensor.error()->message;
      return;
    }
    ++accepted;
    const auto map = bridge::to_map(tensor->layout);
    ASSERT_TRUE(map.has_value());
    const std::int64_t together = core::bits(recorded.entry.type) / tensor->bits();
    const auto positions =
        static_cast<std::int64_t>(tensor->data.size()) * 8 / core::bits(recorded.entry.type);
    const std::vector<value::Extents> agreed = {
        value::packed_shape(tensor->extents, together),
        value::packed_shape(value::stored_shape(tensor->layout, *map, 64), together),
        {positions}};
    ASSERT_NE(std::ranges::find(agreed, recorded.entry.shape), agreed.end()) << recorded.record;
    const std::int64_t bits = core::bits(recorded.entry.type);
    ASSERT_TRUE(tensor->bits() == bits || (bits == 8 && 8 % tensor->bits() == 0))
        << recorded.record;
    for (const char* target : {"row-major", "tpu", "tpu-large"}) expect_moved(*tensor, target);
  });
  EXPECT_GT(accepted, core::law_minimum(400));
  EXPECT_GT(refused, core::law_minimum(400));
}

}  // namespace
}  // namespace tileglot::checkpoint
