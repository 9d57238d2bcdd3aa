// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/element_text.h"

namespace tileglot::checkpoint {
namespace {

namespace cpu = relayout::cpu;

/// A tensor and the part that it is in, by name.
struct Place {
  const Part* part = nullptr;
  const io::SafetensorsTensor* tensor = nullptr;
};
using Places = std::map<std::string_view, Place>;

Places places_of(const Checkpoint& file) {
  Places places;
  for (const Part& part : file.parts) {
    for (const auto& tensor : part.tensors.header.tensors) {
      places.emplace(tensor.name, Place{&part, &tensor});
    }
  }
  return places;
}

struct Pair {
  PackedTensor output;
  PackedTensor against;
};

/// Each as recorded; a record of packed elements applies to both.
core::Result<Pair> pair_of(const Place& output, const Place& against) {
  TILEGLOT_TRY(left, packed_tensor(*output.part, *output.tensor));
  TILEGLOT_TRY(right, packed_tensor(*against.part, *against.tensor));
  const bool is_same_kind = left.stored_type == right.stored_type;
  if (is_same_kind && left.type != right.type && left.is_recorded && !right.is_recorded) {
    TILEGLOT_TRY(read, packed_tensor(*against.part, *against.tensor, left.type));
    return Pair{std::move(left), std::move(read)};
  }
  if (is_same_kind && left.type != right.type && right.is_recorded && !left.is_recorded) {
    TILEGLOT_TRY(read, packed_tensor(*output.part, *output.tensor, right.type));
    return Pair{std::move(read), std::move(right)};
  }
  return Pair{std::move(left), std::move(right)};
}

/// Unpacks elements below 8 bits to one byte each.
core::Result<io::MemoryMapping> unpacked(std::span<const std::byte> data, std::int64_t bits) {
  const auto together = static_cast<std::size_t>(8 / bits);
  TILEGLOT_TRY(memory, io::MemoryMapping::anonymous(
                           static_cast<std::int64_t>(data.size() * together), "a tensor"));
  const auto elements = memory.writable_bytes();
  const std::byte mask{static_cast<unsigned char>((1U << bits) - 1)};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto shift = static_cast<unsigned>(i % together) * static_cast<unsigned>(bits);
    elements[i] = data[i / together] >> shift & mask;
  }
  return std::move(memory);
}

/// A tensor as bytes of whole elements.
struct Elements {
  std::span<const std::byte> bytes;
  io::MemoryMapping memory;
};

core::Result<Elements> elements_of(const PackedTensor& tensor) {
  if (tensor.bits() >= 8) return Elements{tensor.data, {}};
  TILEGLOT_TRY(memory, unpacked(tensor.data, tensor.bits()));
  const auto bytes = memory.bytes();
  return Elements{bytes, std::move(memory)};
}

/// Nothing if they are the same.
using Differing = std::optional<Difference::How>;

core::Result<Differing> compare_bytes(const Pair& pair, int threads) {
  const auto same = [](std::span<const std::int64_t> x) { return x[0]; };
  const std::vector<std::int64_t> extents{static_cast<std::int64_t>(pair.output.data.size())};
  TILEGLOT_TRY(found, cpu::compare(extents, 1, {pair.output.data, same}, {pair.against.data, same},
                                   {.threads = threads}));
  return found.first ? Differing(OtherBytes{found}) : std::nullopt;
}

std::string element_at(std::span<const std::byte> bytes, std::int64_t offset, std::int64_t item,
                       core::ElementType type) {
  const auto element =
      bytes.subspan(static_cast<std::size_t>(offset * item), static_cast<std::size_t>(item));
  return value::element_text(element, core::bits(type) < 8 ? std::nullopt : std::optional(type));
}

core::Result<Differing> compare_elements(const Pair& pair, int threads) {
  TILEGLOT_TRY(left, elements_of(pair.output));
  TILEGLOT_TRY(right, elements_of(pair.against));
  TILEGLOT_TRY(output, bridge::Evaluator::of(pair.output.layout));
  TILEGLOT_TRY(against, bridge::Evaluator::of(pair.against.layout));
  const std::int64_t item = std::max<std::int64_t>(pair.output.bits() / 8, 1);
  const cpu::Side left_side{left.bytes, [&](auto x) { return output.offset(x); }};
  const cpu::Side right_side{right.bytes, [&](auto x) { return against.offset(x); }};
  TILEGLOT_TRY(found,
               cpu::compare(output.extents(), item, left_side, right_side, {.threads = threads}));
  if (!found.first) return Differing();
  const core::ElementType type = pair.output.type;
  return Differing(OtherElements{found,
                                 element_at(left.bytes, found.first->left_offset, item, type),
                                 element_at(right.bytes, found.first->right_offset, item, type)});
}

bool are_stored_alike(const Pair& pair) {
  return bridge::print(pair.output.layout) == bridge::print(pair.against.layout) &&
         !pair.output.is_recorded && pair.output.data.size() == pair.against.data.size();
}

class Verifier {
 public:
  Verifier(const Checkpoint& output, const Checkpoint& against, int threads)
      : output_(places_of(output)), against_(places_of(against)), threads_(threads) {}

  core::Result<VerifyReport> run() {
    report_.tensors = output_.size();
    for (const auto& [name, place] : output_) {
      const auto other = against_.find(name);
      if (other == against_.end()) differ(name, OnlyInOutput());
      if (other != against_.end()) TILEGLOT_TRY_STATUS(compare(name, place, other->second));
    }
    for (const auto& [name, place] : against_) {
      if (!output_.contains(name)) differ(name, OnlyInAgainst());
    }
    return std::move(report_);
  }

 private:
  void differ(std::string_view name, Difference::How how) {
    report_.differences.push_back({std::string(name), std::move(how)});
  }

  core::Status compare(std::string_view name, const Place& output, const Place& against) {
    TILEGLOT_TRY(pair, pair_of(output, against));
    const PackedTensor& left = pair.output;
    const PackedTensor& right = pair.against;
    if (left.type != right.type || left.extents != right.extents) {
      differ(name, OtherShape{left.type, left.extents, right.type, right.extents});
      return {};
    }
    TILEGLOT_TRY(differing, are_stored_alike(pair) ? compare_bytes(pair, threads_)
                                                   : compare_elements(pair, threads_));
    if (differing) differ(name, std::move(*differing));
    return {};
  }

  Places output_;
  Places against_;
  int threads_;
  VerifyReport report_;
};

/// Before a tensor is read as a model.
core::Status check_kinds(const VerifyOptions& options) {
  for (const auto& [tensor, model] :
       {std::tie(options.output, options.against), std::tie(options.against, options.output)}) {
    if (!tensor.ends_with(".npy") || model.ends_with(".npy")) continue;
    return core::fail({.code = "checkpoint.kind",
                       .message = fmt::format("{} is one tensor, and {} is a model",
                                              io::path_text(tensor), io::path_text(model)),
                       .help = "compare two models, or two .npy files"});
  }
  return {};
}

}  // namespace

core::Result<VerifyReport> verify(const VerifyOptions& options) {
  TILEGLOT_TRY_STATUS(check_kinds(options));
  TILEGLOT_TRY(output, open(options.output));
  TILEGLOT_TRY(against, open(options.against));
  return verify(output, against, options.threads);
}

core::Result<VerifyReport> verify(const Checkpoint& output, const Checkpoint& against,
                                  int threads) {
  auto report = Verifier(output, against, threads).run();
  TILEGLOT_TRY_STATUS(output.check());
  TILEGLOT_TRY_STATUS(against.check());
  return report;
}

}  // namespace tileglot::checkpoint
