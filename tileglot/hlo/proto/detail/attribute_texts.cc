// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/attribute_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/literal_text.h"
#include "tileglot/hlo/proto/detail/value_texts.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;

/// The text of a value; nullopt where the message does not have the attribute.
using Text = std::optional<std::string>;
using Read = Result<Text> (*)(const Message& instruction);

Result<Text> wrapped(Result<std::string> text) {
  if (!text) return core::fail(std::move(text).error());
  return Text(std::move(*text));
}

template <std::uint32_t Field>
Result<Text> number(const Message& i) {
  return Text(fmt::format("{}", i.number(Field)));
}

/// A count of groups, which is left out where it is 1.
template <std::uint32_t Field>
Result<Text> number_above_one(const Message& i) {
  return i.number(Field) > 1 ? Text(fmt::format("{}", i.number(Field))) : std::nullopt;
}

template <std::uint32_t Field>
Result<Text> flag(const Message& i) {
  return i.flag(Field) ? Text("true") : std::nullopt;
}

template <std::uint32_t Field>
Result<Text> numbers(const Message& i) {
  TILEGLOT_TRY(list, i.numbers(Field));
  return Text(integers_text(list));
}

/// Left out where there are none.
template <std::uint32_t Field>
Result<Text> some_numbers(const Message& i) {
  TILEGLOT_TRY(list, i.numbers(Field));
  return list.empty() ? Text() : Text(integers_text(list));
}

template <std::uint32_t Field>
Result<Text> quoted(const Message& i) {
  return i.text(Field).empty() ? std::nullopt : Text(to_quoted(i.text(Field)));
}

/// A word as the message has it.
template <std::uint32_t Field>
Result<Text> word(const Message& i) {
  const std::string_view text = i.text(Field);
  if (text.empty()) return Text();
  if (is_name(text)) return Text(std::string(text));
  return core::fail(bad_proto("a word of an attribute contains invalid characters"));
}

Result<std::string> named(std::int64_t value, std::span<const std::string_view> names) {
  if (value >= 0 && value < std::ssize(names)) {
    return std::string(names[static_cast<std::size_t>(value)]);
  }
  return core::fail(
      bad_proto(fmt::format("{} is not the number of one of {}", value, fmt::join(names, ", "))));
}

/// The name of a number, which is left out if it is empty.
template <std::uint32_t Field, const auto& Names>
Result<Text> choice(const Message& i) {
  TILEGLOT_TRY(name, named(i.number(Field), Names));
  return name.empty() ? Text() : Text(std::move(name));
}

constexpr auto kDistributions =
    std::to_array<std::string_view>({"rng_invalid", "rng_uniform", "rng_normal"});
constexpr auto kFftTypes = std::to_array<std::string_view>({"FFT", "IFFT", "RFFT", "IRFFT"});
constexpr auto kRngAlgorithms =
    std::to_array<std::string_view>({"rng_default", "rng_three_fry", "rng_philox"});
constexpr auto kPaddingTypes =
    std::to_array<std::string_view>({"", "PADDING_VALID", "PADDING_SAME"});
constexpr auto kSchedules =
    std::to_array<std::string_view>({"", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"});
constexpr auto kApiVersions = std::to_array<std::string_view>(
    {"", "", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
     "API_VERSION_TYPED_FFI"});
constexpr auto kTransposes =
    std::to_array<std::string_view>({"", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"});
constexpr auto kPrecisions =
    std::to_array<std::string_view>({"default", "high", "highest", "packed_nibble"});
constexpr auto kDotAlgorithms = std::to_array<std::string_view>(
    {"", "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16",
     "dot_f16_f16_f32", "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3",
     "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
     "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9", "dot_any_f8_any_f8_any",
     "dot_any_f8_any_f8_any_fast_accum"});
constexpr auto kConvolutionKinds = std::to_array<std::string_view>({"", "fprop", "dgrad", "wgrad"});
constexpr auto kTruths = std::to_array<std::string_view>({"", "true", "false"});
constexpr auto kAccuracies = std::to_array<std::string_view>({"", "highest"});

/// The first of the dimensions, where there is one.
Result<Text> first_dimension(const Message& i) {
  TILEGLOT_TRY(list, i.numbers(kDimensions));
  return list.empty() ? Text() : Text(fmt::format("{}", list.front()));
}

Result<Text> channel(const Message& i) {
  const std::int64_t id = i.number(kChannelId) > 0 ? i.number(kChannelId) : i.number(kAllReduceId);
  return id > 0 ? Text(fmt::format("{}", id)) : std::nullopt;
}

Result<Text> groups(const Message& i) { return wrapped(replica_groups_text(i)); }

Result<Text> source_target_pairs(const Message& i) {
  TILEGLOT_TRY(pairs, i.messages(kSourceTargetPairs));
  return wrapped(pairs_text(pairs));
}

Result<Text> slices(const Message& i) {
  TILEGLOT_TRY(dimensions, i.messages(kSliceDimensions));
  return wrapped(slices_text(dimensions));
}

Result<Text> padding(const Message& i) {
  TILEGLOT_TRY(config, i.message(kPaddingConfig));
  return wrapped(padding_text(config));
}

Result<Text> window(const Message& i) {
  TILEGLOT_TRY(config, i.message(kWindow));
  return config.has(1) ? wrapped(window_text(config)) : Result<Text>(Text());
}

Result<Text> dim_labels(const Message& i) {
  if (!i.has(kConvolutionDimensions)) return Text();
  TILEGLOT_TRY(dimensions, i.message(kConvolutionDimensions));
  return wrapped(dim_labels_text(dimensions));
}

Result<Message> plain_dot_dimensions(const Message& i) {
  if (!i.has(kRaggedDotDimensions)) return i.message(kDotDimensions);
  TILEGLOT_TRY(ragged, i.message(kRaggedDotDimensions));
  return ragged.message(1);
}

template <std::uint32_t Inner>
Result<Text> contracting_dimensions(const Message& i) {
  TILEGLOT_TRY(dimensions, plain_dot_dimensions(i));
  return numbers<Inner>(dimensions);
}

template <std::uint32_t Inner>
Result<Text> batch_dimensions(const Message& i) {
  TILEGLOT_TRY(dimensions, plain_dot_dimensions(i));
  return some_numbers<Inner>(dimensions);
}

template <std::uint32_t Outer, std::uint32_t Inner>
Result<Text> inner_numbers(const Message& i) {
  TILEGLOT_TRY(message, i.message(Outer));
  return numbers<Inner>(message);
}

template <std::uint32_t Inner>
Result<Text> ragged_numbers(const Message& i) {
  TILEGLOT_TRY(message, i.message(kRaggedDotDimensions));
  return some_numbers<Inner>(message);
}

template <std::uint32_t Outer, std::uint32_t Inner>
Result<Text> inner_number(const Message& i) {
  TILEGLOT_TRY(message, i.message(Outer));
  return number<Inner>(message);
}

template <std::uint32_t Outer, std::uint32_t Inner>
Result<Text> inner_flag(const Message& i) {
  TILEGLOT_TRY(message, i.message(Outer));
  return flag<Inner>(message);
}

Result<Text> transpose_a(const Message& i) {
  TILEGLOT_TRY(options, i.message(kTriangularSolve));
  return choice<4, kTransposes>(options);
}

/// Left out where all are the default.
Result<Text> precision(const Message& i) {
  constexpr std::int64_t kDefault = 0;
  TILEGLOT_TRY(config, i.message(kPrecisionConfig));
  TILEGLOT_TRY(list, config.numbers(1));
  if (std::ranges::count(list, kDefault) == std::ssize(list)) return Text();
  std::vector<std::string> words;
  for (const std::int64_t one : list) {
    TILEGLOT_TRY(name, named(one, kPrecisions));
    words.push_back(std::move(name));
  }
  return Text(fmt::format("{{{}}}", fmt::join(words, ",")));
}

Result<Text> dot_algorithm(const Message& i) {
  TILEGLOT_TRY(config, i.message(kPrecisionConfig));
  return choice<2, kDotAlgorithms>(config);
}

double double_of(const Message& message, std::uint32_t field) {
  const std::vector<std::byte> bytes = message.words(field);
  double value = 0;
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

Result<Text> accuracy(const Message& i) {
  TILEGLOT_TRY(asked, i.message(kResultAccuracy));
  if (asked.has(2)) {
    TILEGLOT_TRY(tolerance, asked.message(2));
    return Text(fmt::format("{{tolerance={{atol={},rtol={},ulps={}}}}}", double_of(tolerance, 1),
                            double_of(tolerance, 2), tolerance.number(3)));
  }
  TILEGLOT_TRY(mode, named(asked.number(1), kAccuracies));
  return mode.empty() ? Text() : Text(fmt::format("{{mode={}}}", mode));
}

Result<Text> constraints(const Message& i) {
  if (!i.flag(kConstrainLayout)) return Text();
  std::string text = "{";
  for (const WireField& shape : i.parts(kOperandShapes)) {
    if (text.size() > 1) text += ", ";
    TILEGLOT_TRY(one, shape_text(shape));
    text += one;
  }
  return Text(text + '}');
}

Result<Text> aliases(const Message& i) {
  TILEGLOT_TRY(list, i.messages(kOperandAliasing));
  return list.empty() ? Result<Text>(Text()) : wrapped(operand_aliases_text(list));
}

Result<Text> outfeed_shape(const Message& i) {
  const auto shape = i.part(kOutfeedShape);
  return shape ? wrapped(shape_text(*shape)) : Result<Text>(Text());
}

Result<Text> domain(const Message& i) {
  const auto entry = i.part(kDomainEntry);
  const auto exit = i.part(kDomainExit);
  if (!entry || !exit) return core::fail(bad_proto("a domain has no sharding at one of its ends"));
  // Texts call the side of the users the entry, and messages the side of the operand.
  TILEGLOT_TRY(from, sharding_text(*exit));
  TILEGLOT_TRY(to, sharding_text(*entry));
  return Text(fmt::format("{{kind=\"sharding\", entry={}, exit={}}}", from, to));
}

Result<Text> literal(const Message& i) {
  if (!i.has(kConstantLiteral)) return Text();
  TILEGLOT_TRY(value, i.message(kConstantLiteral));
  std::string text;
  TILEGLOT_TRY_STATUS(append_literal(value, text));
  return Text(std::move(text));
}

Result<Text> epsilon(const Message& i) { return Text(float_text(i, kEpsilon)); }
Result<Text> largest(const Message& i) { return Text(i.flag(kLargest) ? "true" : "false"); }

Result<Text> prefetch(const Message& i) {
  return i.has(kPrefetchIndex) ? number<kPrefetchIndex>(i) : Result<Text>(Text());
}

struct Rule {
  AttributeKey key;
  Read read;
};

constexpr auto kRules = std::to_array<Rule>({
    {AttributeKey::kK, number<kTopK>},
    {AttributeKey::kLargest, largest},
    {AttributeKey::kIotaDimension, first_dimension},
    {AttributeKey::kIndex, number<kTupleIndex>},
    {AttributeKey::kChannelId, channel},
    {AttributeKey::kIsHostTransfer, flag<kIsHostTransfer>},
    {AttributeKey::kReplicaGroups, groups},
    {AttributeKey::kSourceTargetPairs, source_target_pairs},
    {AttributeKey::kConstrainLayout, flag<kConstrainLayout>},
    {AttributeKey::kNumCarries, number<kNumCarries>},
    {AttributeKey::kIsReverse, flag<kIsReverse>},
    {AttributeKey::kIsAssociative, choice<kIsAssociative, kTruths>},
    {AttributeKey::kInferredDimension, first_dimension},
    {AttributeKey::kUseGlobalDeviceIds, flag<kUseGlobalDeviceIds>},
    {AttributeKey::kIsStable, flag<kIsStable>},
    {AttributeKey::kCrossProgramPrefetchIndex, prefetch},
    {AttributeKey::kDirection, word<kComparisonDirection>},
    {AttributeKey::kType, word<kComparisonType>},
    {AttributeKey::kDynamicSliceSizes, numbers<kDynamicSliceSizes>},
    {AttributeKey::kPadding, padding},
    {AttributeKey::kWindow, window},
    {AttributeKey::kDimLabels, dim_labels},
    {AttributeKey::kFeatureGroupCount, number_above_one<kFeatureGroupCount>},
    {AttributeKey::kBatchGroupCount, number_above_one<kBatchGroupCount>},
    {AttributeKey::kConvolutionKind, choice<kConvolutionKind, kConvolutionKinds>},
    {AttributeKey::kLhsBatchDims, batch_dimensions<3>},
    {AttributeKey::kLhsContractingDims, contracting_dimensions<1>},
    {AttributeKey::kRhsBatchDims, batch_dimensions<4>},
    {AttributeKey::kRhsContractingDims, contracting_dimensions<2>},
    {AttributeKey::kLhsRaggedDims, ragged_numbers<2>},
    {AttributeKey::kRhsGroupDims, ragged_numbers<3>},
    {AttributeKey::kOperandPrecision, precision},
    {AttributeKey::kPaddingType, choice<kPaddingType, kPaddingTypes>},
    {AttributeKey::kResultAccuracy, accuracy},
    {AttributeKey::kCustomCallTarget, quoted<kCustomCallTarget>},
    {AttributeKey::kCustomCallHasSideEffect, flag<kHasSideEffect>},
    {AttributeKey::kOperandLayoutConstraints, constraints},
    {AttributeKey::kFftType, choice<kFftType, kFftTypes>},
    {AttributeKey::kFftLength, numbers<kFftLength>},
    {AttributeKey::kLeftSide, inner_flag<kTriangularSolve, 1>},
    {AttributeKey::kUnitDiagonal, inner_flag<kTriangularSolve, 3>},
    {AttributeKey::kTransposeA, transpose_a},
    {AttributeKey::kEpsilon, epsilon},
    {AttributeKey::kFeatureIndex, number<kFeatureIndex>},
    {AttributeKey::kExponentBits, number<kExponentBits>},
    {AttributeKey::kMantissaBits, number<kMantissaBits>},
    {AttributeKey::kDistribution, choice<kDistribution, kDistributions>},
    {AttributeKey::kDelta, number<kDelta>},
    {AttributeKey::kOffsetDims, inner_numbers<kGatherDimensions, 1>},
    {AttributeKey::kCollapsedSliceDims, inner_numbers<kGatherDimensions, 2>},
    {AttributeKey::kStartIndexMap, inner_numbers<kGatherDimensions, 3>},
    {AttributeKey::kOperandBatchingDims, inner_numbers<kGatherDimensions, 5>},
    {AttributeKey::kStartIndicesBatchingDims, inner_numbers<kGatherDimensions, 6>},
    {AttributeKey::kUpdateWindowDims, inner_numbers<kScatterDimensions, 1>},
    {AttributeKey::kInsertedWindowDims, inner_numbers<kScatterDimensions, 2>},
    {AttributeKey::kScatterDimsToOperandDims, inner_numbers<kScatterDimensions, 3>},
    {AttributeKey::kInputBatchingDims, inner_numbers<kScatterDimensions, 5>},
    {AttributeKey::kScatterIndicesBatchingDims, inner_numbers<kScatterDimensions, 6>},
    {AttributeKey::kIndicesAreSorted, flag<kIndicesAreSorted>},
    {AttributeKey::kUniqueIndices, flag<kUniqueIndices>},
    {AttributeKey::kInfeedConfig, quoted<kInfeedConfig>},
    {AttributeKey::kOutfeedShape, outfeed_shape},
    {AttributeKey::kOutfeedConfig, quoted<kOutfeedConfig>},
    {AttributeKey::kDomain, domain},
    {AttributeKey::kKind, word<kFusionKind>},
    {AttributeKey::kOutputToOperandAliasing, aliases},
    {AttributeKey::kCustomCallSchedule, choice<kCustomCallSchedule, kSchedules>},
    {AttributeKey::kApiVersion, choice<kApiVersion, kApiVersions>},
    {AttributeKey::kIsComposite, flag<kIsComposite>},
});

/// The ranks of the arrays that a collective-permute sends, from its result: a start's begins with
/// them.
std::vector<std::size_t> ranks_sent(const notation::xla::Shape& result, Opcode opcode) {
  using notation::xla::PrimitiveType;
  const bool starts = opcode == Opcode::kCollectivePermuteStart && !result.elements.empty();
  const notation::xla::Shape& sent = starts ? result.elements.front() : result;
  if (sent.type != PrimitiveType::kTuple) return {rank(sent)};
  std::vector<std::size_t> ranks;
  ranks.reserve(sent.elements.size());
  for (const notation::xla::Shape& array : sent.elements) ranks.push_back(rank(array));
  return ranks;
}

/// The slices of a collective-permute. The message has all their sizes in one list: as many as an
/// array has dimensions, for each slice of the first array, then of the next. Source: XLA,
/// HloInstruction::CreateFromProto.
template <Opcode Operation>
Result<Text> slices_sent(const Message& i) {
  TILEGLOT_TRY(sizes, i.numbers(kDynamicSliceSizes));
  const auto shape = i.part(kInstructionShape);
  if (sizes.empty() || !shape) return Text();
  TILEGLOT_TRY(result, notation::xla::shape_from_wire(shape->bytes));
  const std::vector<std::size_t> ranks = ranks_sent(result, Operation);
  const std::size_t once = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  const std::size_t slices_each = once == 0 ? 0 : std::max<std::size_t>(sizes.size() / once, 1);
  std::vector<std::string> slices;
  std::span<const std::int64_t> rest = sizes;
  for (const std::size_t array_rank : ranks) {
    if (array_rank == 0) continue;  // it has no sizes
    for (std::size_t k = 0; k < slices_each && !rest.empty(); ++k) {
      const auto slice = rest.first(std::min(array_rank, rest.size()));
      slices.push_back(fmt::format("{{{}}}", fmt::join(slice, ",")));
      rest = rest.subspan(slice.size());
    }
  }
  if (!rest.empty()) {
    return core::fail(bad_proto(
        fmt::format("the {} numbers of dynamic_slice_sizes are not the sizes of slices of {}",
                    sizes.size(), print(result))));
  }
  return Text(fmt::format("{{{}}}", fmt::join(slices, ",")));
}

/// Attributes whose field depends on the operation.
std::optional<Read> special_read(Opcode opcode, AttributeKey key) {
  switch (key) {
    case AttributeKey::kDimensions: {
      const bool may_be_left_out = opcode == Opcode::kAllToAll || opcode == Opcode::kMap;
      return may_be_left_out ? Read(some_numbers<kDimensions>) : Read(numbers<kDimensions>);
    }
    case AttributeKey::kSlice:
      return opcode == Opcode::kSlice ? std::optional<Read>(slices) : std::nullopt;
    case AttributeKey::kLiteral:
      return opcode == Opcode::kCustomCall ? std::optional<Read>(literal) : std::nullopt;
    case AttributeKey::kAlgorithm:
      return opcode == Opcode::kRngBitGenerator ? Read(choice<kRngAlgorithm, kRngAlgorithms>)
                                                : Read(dot_algorithm);
    case AttributeKey::kLower:
      return opcode == Opcode::kCholesky ? Read(inner_flag<kCholesky, 1>)
                                         : Read(inner_flag<kTriangularSolve, 2>);
    case AttributeKey::kIndexVectorDim:
      return opcode == Opcode::kScatter ? Read(inner_number<kScatterDimensions, 4>)
                                        : Read(inner_number<kGatherDimensions, 4>);
    case AttributeKey::kSliceSizes:
      switch (opcode) {
        case Opcode::kGather: return numbers<kGatherSliceSizes>;
        case Opcode::kCollectivePermute: return slices_sent<Opcode::kCollectivePermute>;
        case Opcode::kCollectivePermuteStart: return slices_sent<Opcode::kCollectivePermuteStart>;
        default: return std::nullopt;
      }
    default: return std::nullopt;
  }
}

constexpr auto kSpecialKeys = std::to_array<AttributeKey>(
    {AttributeKey::kDimensions, AttributeKey::kSlice, AttributeKey::kLiteral,
     AttributeKey::kAlgorithm, AttributeKey::kLower, AttributeKey::kIndexVectorDim,
     AttributeKey::kSliceSizes});

void append_text(AttributeKey key, std::string_view text, std::string& out) {
  fmt::format_to(std::back_inserter(out), ", {}={}", name_of(key), text);
}

Status append_one(const Message& instruction, AttributeKey key, Read read, std::string& out) {
  TILEGLOT_TRY(text, read(instruction));
  if (text) append_text(key, *text, out);
  return {};
}

Result<Text> sharding(const Message& i) {
  const auto part = i.part(kSharding);
  return part ? wrapped(sharding_text(*part)) : Result<Text>(Text());
}

Result<Text> replication(const Message& i) {
  TILEGLOT_TRY(message, i.message(kParameterReplication));
  TILEGLOT_TRY(flags, message.numbers(1));
  if (flags.empty()) return Text();
  std::string text = "{";
  for (const std::int64_t one : flags) {
    if (text.size() > 1) text += ',';
    text += one != 0 ? "true" : "false";
  }
  return Text(text + '}');
}

Result<Text> frontend_attributes(const Message& i) {
  TILEGLOT_TRY(message, i.message(kFrontendAttributes));
  if (!message.has(1)) return Text();
  return wrapped(frontend_attributes_text(message));
}

Result<Text> metadata(const Message& i) {
  TILEGLOT_TRY(message, i.message(kMetadata));
  std::string text = metadata_text(message);
  return text == "{}" ? Text() : Text(std::move(text));
}

/// `statistics={visualizing_index=1,x=0.5}`
Result<Text> statistics(const Message& i) {
  TILEGLOT_TRY(all, i.message(kStatistics));
  TILEGLOT_TRY(list, all.messages(2));
  if (list.empty()) return Text();
  std::string text = fmt::format("{{visualizing_index={}", all.number(1));
  for (const Message& one : list) {
    TILEGLOT_TRY_STATUS(check_name("a statistic", one.text(1)));
    fmt::format_to(std::back_inserter(text), ",{}={}", one.text(1), double_of(one, 2));
  }
  return Text(text + '}');
}

/// What the payload says counts before the config itself, as in XLA.
Result<std::string_view> config_of(const Message& i, std::span<const WireField> payloads) {
  TILEGLOT_TRY(payload, i.message(kBackendConfigPayload));
  if (payload.has(kPayloadValue)) return payload.text(kPayloadValue);
  if (!payload.has(kPayloadId)) return i.text(kBackendConfig);
  const std::int64_t id = payload.number(kPayloadId);
  if (id >= 0 && id < std::ssize(payloads)) return payloads[static_cast<std::size_t>(id)].bytes;
  return core::fail(
      bad_proto(fmt::format("a backend_config is payload {} of {} payloads", id, payloads.size())));
}

constexpr auto kCommonRules = std::to_array<Rule>({
    {AttributeKey::kSharding, sharding},
    {AttributeKey::kParameterReplication, replication},
    {AttributeKey::kFrontendAttributes, frontend_attributes},
    {AttributeKey::kStatistics, statistics},
    {AttributeKey::kMetadata, metadata},
});

}  // namespace

Status append_attributes(const Message& instruction, Opcode opcode, std::string& out) {
  for (const Rule& rule : kRules) {
    if (!is_allowed(opcode, rule.key)) continue;
    TILEGLOT_TRY_STATUS(append_one(instruction, rule.key, rule.read, out));
  }
  for (const AttributeKey key : kSpecialKeys) {
    const auto read = is_allowed(opcode, key) ? special_read(opcode, key) : std::nullopt;
    if (read) TILEGLOT_TRY_STATUS(append_one(instruction, key, *read, out));
  }
  return {};
}

Status append_common_attributes(const Message& instruction, std::span<const WireField> payloads,
                                std::string& out) {
  for (const Rule& rule : kCommonRules) {
    TILEGLOT_TRY_STATUS(append_one(instruction, rule.key, rule.read, out));
  }
  TILEGLOT_TRY(config, config_of(instruction, payloads));
  if (!config.empty()) append_text(AttributeKey::kBackendConfig, raw_config_text(config), out);
  return {};
}

}  // namespace tileglot::hlo
