// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/attribute_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
#include "tileglot/hlo/proto/detail/attribute_rule.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/literal_text.h"
#include "tileglot/hlo/proto/detail/permuted_slices.h"
#include "tileglot/hlo/proto/detail/value_texts.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;

using Text = AttributeText;
using Read = ReadAttribute;

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

Result<Text> accuracy(const Message& i) {
  TILEGLOT_TRY(asked, i.message(kResultAccuracy));
  if (asked.has(2)) {
    TILEGLOT_TRY(tolerance, asked.message(2));
    return Text(fmt::format("{{tolerance={{atol={},rtol={},ulps={}}}}}", tolerance.real(1),
                            tolerance.real(2), tolerance.number(3)));
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

constexpr auto kRules = std::to_array<AttributeRule>({
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

template <Opcode Operation>
Result<Text> permuted_slices(const Message& i) {
  return permuted_slices_text(i, Operation);
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
        case Opcode::kCollectivePermute: return permuted_slices<Opcode::kCollectivePermute>;
        case Opcode::kCollectivePermuteStart:
          return permuted_slices<Opcode::kCollectivePermuteStart>;
        default: return std::nullopt;
      }
    default: return std::nullopt;
  }
}

constexpr auto kSpecialKeys = std::to_array<AttributeKey>(
    {AttributeKey::kDimensions, AttributeKey::kSlice, AttributeKey::kLiteral,
     AttributeKey::kAlgorithm, AttributeKey::kLower, AttributeKey::kIndexVectorDim,
     AttributeKey::kSliceSizes});

}  // namespace

Status append_attributes(const Message& instruction, Opcode opcode, std::string& out) {
  for (const AttributeRule& rule : kRules) {
    if (!is_allowed(opcode, rule.key)) continue;
    TILEGLOT_TRY_STATUS(append_attribute(instruction, rule, out));
  }
  for (const AttributeKey key : kSpecialKeys) {
    const auto read = is_allowed(opcode, key) ? special_read(opcode, key) : std::nullopt;
    if (read) TILEGLOT_TRY_STATUS(append_attribute(instruction, {key, *read}, out));
  }
  return {};
}

}  // namespace tileglot::hlo
