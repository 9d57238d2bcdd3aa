// SPDX-License-Identifier: Apache-2.0
// attribute.h: the attributes of an instruction, in addition to its shape, opcode and operands.
//
// What     An Attribute is a key and a value; a table has for each key its name in texts, the kind
//          of its value, and, where only some words are allowed, which.
// Why      Instructions have a few out of many possible attributes: a short list of them is small,
//          and one table serves parser, printer and verifier.
// Units    Dimensions are logical numbers of dimensions; sizes and pads are elements.
//          The enumerators are in the order in which XLA prints attributes.
// Example  dimensions={1,0} is {kDimensions, Ints{1, 0}}; direction=LT is {kDirection, Word{"LT"}}.
//          [tests: hlo/ir/attribute_test.cc, "every name reads back as its key"]
//          metadata, backend_config and frontend_attributes keep their text.
// Source   XLA, hlo_instruction.h, hlo_parser.cc, hlo_printer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo {

enum class AttributeKey : std::uint8_t {
  kParameterNumber,
  kLiteral,
  kK,
  kLargest,
  kIotaDimension,
  kIndex,
  kChannelId,
  kIsHostTransfer,
  kReplicaGroups,
  kSourceTargetPairs,
  kConstrainLayout,
  kMode,
  kDimensions,
  kNumCarries,
  kIsReverse,
  kIsAssociative,
  kInferredDimension,
  kUseGlobalDeviceIds,
  kIsStable,
  kCrossProgramPrefetchIndex,
  kDirection,
  kType,
  kSlice,
  kDynamicSliceSizes,
  kPadding,
  kWindow,
  kDimLabels,
  kFeatureGroupCount,
  kBatchGroupCount,
  kConvolutionKind,
  kLhsBatchDims,
  kLhsContractingDims,
  kRhsBatchDims,
  kRhsContractingDims,
  kLhsRaggedDims,
  kRhsGroupDims,
  kOperandPrecision,
  kAlgorithm,
  kPaddingType,
  kResultAccuracy,
  kCustomCallTarget,
  kCustomCallHasSideEffect,
  kOperandLayoutConstraints,
  kFftType,
  kFftLength,
  kLeftSide,
  kLower,
  kUnitDiagonal,
  kTransposeA,
  kEpsilon,
  kFeatureIndex,
  kExponentBits,
  kMantissaBits,
  kDistribution,
  kDelta,
  kOffsetDims,
  kCollapsedSliceDims,
  kStartIndexMap,
  kOperandBatchingDims,
  kStartIndicesBatchingDims,
  kUpdateWindowDims,
  kInsertedWindowDims,
  kScatterDimsToOperandDims,
  kInputBatchingDims,
  kScatterIndicesBatchingDims,
  kIndexVectorDim,
  kSliceSizes,
  kIndicesAreSorted,
  kUniqueIndices,
  kInfeedConfig,
  kOutfeedShape,
  kOutfeedConfig,
  kDomain,
  kKind,
  kOutputToOperandAliasing,
  kCustomCallSchedule,
  kApiVersion,
  kAsyncExecutionThread,
  kCondition,
  kBody,
  kSelect,
  kScatter,
  kToApply,
  kCalls,
  kTrueComputation,
  kFalseComputation,
  kBranchComputations,
  kCalledComputations,
  kIsComposite,
  kParameterReplication,
  kSharding,
  kFrontendAttributes,
  kControlPredecessors,
  kStatistics,
  kOrigin,
  kMetadata,
  kBackendConfig,
  kUnknown,
};

inline constexpr std::size_t kAttributeKeyCount =
    static_cast<std::size_t>(AttributeKey::kUnknown) + 1;

/// The kind of value after the `=`.
enum class AttributeKind : std::uint8_t {
  kNumber,   ///< of a parameter, between its parentheses
  kLiteral,  ///< of a constant, between its parentheses; elsewhere with its shape: s32[2]{0} {1, 2}
  kBool,
  kInt,
  kFloat,
  kInts,      ///< {1,0}
  kIntLists,  ///< {{1,0},{2}}
  kBools,     ///< {true,false}
  kWord,      ///< one of those in the row
  kWords,     ///< {high,default}, in upper or lower case
  kAnyCase,   ///< a word of the row, in upper or lower case
  kQuoted,    ///< "foo", with its escapes
  kBraces,    ///< {..}, kept as it is
  kConfig,    ///< "foo" or {..}, kept as it is
  kVerbatim,  ///< name=value of an unknown attribute
  kShape,     ///< f32[2]{0}
  kShapes,    ///< {f32[2]{0}, f32[]}
  kSharding,
  kWindow,
  kDimLabels,
  kPadding,
  kSlice,
  kReplicaGroups,
  kPairs,    ///< {{0,1},{1,0}}
  kAliases,  ///< {{0}: (1, {})}
  kComputation,
  kComputations,
  kInstructions,
};

struct AttributeRow {
  AttributeKey key = AttributeKey::kUnknown;
  std::string_view name = {};
  AttributeKind kind = AttributeKind::kVerbatim;
  std::span<const std::string_view> words = {};
};

/// All rows, in the order of the enumerators.
std::span<const AttributeRow> attribute_rows();
const AttributeRow& row_of(AttributeKey key);
std::string_view name_of(AttributeKey key);
std::optional<AttributeKey> attribute_named(std::string_view name);

using Ints = std::vector<std::int64_t>;
using IntLists = std::vector<Ints>;
using Bools = std::vector<bool>;
using Words = std::vector<std::string_view>;
using Shapes = std::vector<ShapeId>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;
using Computations = std::vector<ComputationId>;
using Instructions = std::vector<InstructionId>;

/// A word, or text that is kept as it was written, quotation marks and braces included.
struct Text {
  std::string_view text = {};
  friend bool operator==(const Text&, const Text&) = default;
};

/// The output at `output` uses the memory of the part at `index` of operand number `operand`.
struct OperandAlias {
  Ints output = {};
  std::int64_t operand = 0;
  Ints index = {};
  friend bool operator==(const OperandAlias&, const OperandAlias&) = default;
};
using OperandAliases = std::vector<OperandAlias>;

/// A value that is large and rare: shared by copies, never changed. Compared by value.
template <class T>
class Shared {
 public:
  explicit Shared(T&& value) : value_(std::make_shared<const T>(std::move(value))) {}
  explicit Shared(const T& value) : value_(std::make_shared<const T>(value)) {}
  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  friend bool operator==(const Shared& a, const Shared& b) {
    return a.value_ == b.value_ || *a == *b;
  }

 private:
  std::shared_ptr<const T> value_;
};

using AttributeValue =
    std::variant<bool, std::int64_t, double, Ints, IntLists, Bools, Text, Words, ShapeId, Shapes,
                 Pairs, ComputationId, Computations, Instructions, Window, Padding, SliceRanges,
                 OperandAliases, Shared<ConvolutionDimensions>, Shared<ReplicaGroups>,
                 Shared<notation::xla::Sharding>, Shared<Literal>>;

struct Attribute {
  AttributeKey key = AttributeKey::kUnknown;
  AttributeValue value = false;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

}  // namespace tileglot::hlo
