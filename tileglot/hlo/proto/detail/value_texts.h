// SPDX-License-Identifier: Apache-2.0
// value_texts.h: the text of messages that are values of attributes.
//
// What     One function for each kind of value: windows, paddings, slices, labels of dimensions,
//          groups of devices, pairs, aliases, metadata, frontend attributes, shardings, shapes.
// Errors   hlo.proto; those of notation/xla/wire for shapes and shardings.
// Source   XLA, hlo_instruction.cc and hlo_module.cc, for how they are printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

/// The most bytes of one text, and of a name in it.
inline constexpr std::size_t kMaxTranscriptBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxNameBytes = 4096;

/// An error with this message about a damaged message.
core::Error bad_proto(std::string message);
/// Fails with hlo.limit where a text has more bytes than `limit`.
core::Status check_text_size(std::size_t bytes, std::size_t limit = kMaxTranscriptBytes);
/// Fails if `what` has a name that no text can have.
core::Status check_name(std::string_view what, std::string_view name);

/// `{1,0}`
std::string integers_text(std::span<const std::int64_t> numbers);
core::Result<std::string> shape_text(const WireField& shape);
core::Result<std::string> sharding_text(const WireField& sharding);
/// `{(f32[2]{0})->f32[2]{0}}`, of a ProgramShapeProto.
core::Result<std::string> program_shape_text(const Message& shape);
/// `{size=2x2 stride=1x2 pad=0_1x0_0}`
core::Result<std::string> window_text(const Message& window);
/// `0_1x2_3_1`
core::Result<std::string> padding_text(const Message& config);
/// `{[0:4:2], [1:3:1]}`, of the field of an instruction.
core::Result<std::string> slices_text(const std::vector<Message>& dimensions);
/// `b01f_01io->b01f`
core::Result<std::string> dim_labels_text(const Message& dimensions);
/// `{{0,1},{2,3}}` or `[2,2]<=[4]`, of an instruction.
core::Result<std::string> replica_groups_text(const Message& instruction);
/// `{{0,1},{1,0}}`
core::Result<std::string> pairs_text(const std::vector<Message>& pairs);
/// `{{0}: (1, {})}`, of the field of an instruction.
core::Result<std::string> operand_aliases_text(const std::vector<Message>& aliases);
/// `{op_name="x" source_line=3}`
std::string metadata_text(const Message& metadata);
/// `{a="b",c={"d":1}}`, sorted by name.
core::Result<std::string> frontend_attributes_text(const Message& attributes);
/// A dictionary as it is, any other text between quotation marks.
std::string raw_config_text(std::string_view config);
/// The number of the 4 bytes of a field; 0 where there is none.
std::string float_text(const Message& message, std::uint32_t field);

/// True for texts in which a name can be written after `%` or before `=`.
bool is_name(std::string_view text);

}  // namespace tileglot::hlo
