// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/checkpoint/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/checkpoint/packed_tensor.h"
#include "tileglot/api/input/verify_request.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/print.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/element_text.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace cpu = relayout::cpu;

/// A tensor and the part that it is in, by name.
struct Place {
  const CheckpointPart* part = nullptr;
  const io::SafetensorsTensor* tensor = nullptr;
};
using Places = std::map<std::string_view, Place>;

Places places_of(const CheckpointFile& file) {
  Places places;
  for (const CheckpointPart& part : file.parts) {
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

struct Compared {
  cpu::Comparison found;
  std::string first;  ///< the first difference, as text
};

/// Compares tensors that are stored alike, whatever their elements are.
core::Result<Compared> compare_bytes(const Pair& pair, int threads) {
  const auto same = [](std::span<const std::int64_t> x) { return x[0]; };
  const std::vector<std::int64_t> extents{static_cast<std::int64_t>(pair.output.data.size())};
  TILEGLOT_TRY(found, cpu::compare(extents, 1, {pair.output.data, same}, {pair.against.data, same},
                                   {.threads = threads}));
  Compared compared{found, {}};
  if (found.first) compared.first = fmt::format("at byte {}", found.first->at[0]);
  return compared;
}

std::string element_at(std::span<const std::byte> bytes, std::int64_t offset, std::int64_t item,
                       core::ElementType type) {
  const auto element =
      bytes.subspan(static_cast<std::size_t>(offset * item), static_cast<std::size_t>(item));
  return value::element_text(element, core::bits(type) < 8 ? std::nullopt : std::optional(type));
}

core::Result<Compared> compare_elements(const Pair& pair, int threads) {
  TILEGLOT_TRY(left, elements_of(pair.output));
  TILEGLOT_TRY(right, elements_of(pair.against));
  TILEGLOT_TRY(output, bridge::Evaluator::of(pair.output.layout));
  TILEGLOT_TRY(against, bridge::Evaluator::of(pair.against.layout));
  const std::int64_t item = std::max<std::int64_t>(pair.output.bits() / 8, 1);
  const cpu::Side left_side{left.bytes, [&](auto x) { return output.offset(x); }};
  const cpu::Side right_side{right.bytes, [&](auto x) { return against.offset(x); }};
  TILEGLOT_TRY(found,
               cpu::compare(output.extents(), item, left_side, right_side, {.threads = threads}));
  Compared compared{found, {}};
  if (!found.first) return compared;
  const core::ElementType type = pair.output.type;
  compared.first = fmt::format(
      "first at {}: {} at offset {}, and {} at offset {}", map::coordinate_text(found.first->at),
      element_at(left.bytes, found.first->left_offset, item, type), found.first->left_offset,
      element_at(right.bytes, found.first->right_offset, item, type), found.first->right_offset);
  return compared;
}

/// A difference visible without reading elements; empty if there is none.
std::string mismatch(const Pair& pair) {
  const auto name = [](const PackedTensor& tensor) {
    return fmt::format("{} ({})", core::name(tensor.type), fmt::join(tensor.extents, ","));
  };
  if (pair.output.type == pair.against.type && pair.output.extents == pair.against.extents)
    return "";
  return fmt::format("is {}, and {} there", name(pair.output), name(pair.against));
}

class Verifier {
 public:
  Verifier(const VerifyCheckpointRequest& request, const CheckpointFile& output,
           const CheckpointFile& against)
      : request_(request), output_(places_of(output)), against_(places_of(against)) {}

  Reply run() {
    for (const auto& [name, place] : output_) {
      const auto other = against_.find(name);
      if (other == against_.end()) differ(name, "is not in the other model");
      if (other != against_.end()) TILEGLOT_TRY_STATUS(compare(name, place, other->second));
    }
    for (const auto& [name, place] : against_) {
      if (!output_.contains(name)) differ(name, "is in the other model only");
    }
    return answer();
  }

 private:
  void differ(std::string_view name, const std::string& how) {
    differences_.push_back(fmt::format("'{}' {}", core::printable(name), how));
  }

  core::Status compare(std::string_view name, const Place& output, const Place& against) {
    TILEGLOT_TRY(pair, pair_of(output, against));
    if (const std::string how = mismatch(pair); !how.empty()) {
      differ(name, how);
      return {};
    }
    const bool is_stored_alike =
        bridge::print(pair.output.layout) == bridge::print(pair.against.layout) &&
        !pair.output.is_recorded && pair.output.data.size() == pair.against.data.size();
    TILEGLOT_TRY(compared, is_stored_alike ? compare_bytes(pair, request_.threads)
                                           : compare_elements(pair, request_.threads));
    if (compared.found.different > 0) {
      differ(name,
             fmt::format("differs in {} of {} {}, {}", value::grouped(compared.found.different),
                         value::grouped(compared.found.compared),
                         is_stored_alike ? "bytes" : "elements", compared.first));
    }
    return {};
  }

  Answer answer() const {
    Answer answer;
    answer.json = {{"equal", differences_.empty()},
                   {"tensors", output_.size()},
                   {"different_tensors", differences_.size()},
                   {"differences", differences_}};
    if (differences_.empty()) {
      answer.text = fmt::format("equal: all {} tensors of {} are those of {}\n", output_.size(),
                                io::path_text(request_.output), io::path_text(request_.against));
      return answer;
    }
    answer.exit_code = kNo;
    for (const std::string& difference : differences_) answer.text += difference + "\n";
    answer.text +=
        fmt::format("{} tensor{} differ{}\n", differences_.size(),
                    differences_.size() == 1 ? "" : "s", differences_.size() == 1 ? "s" : "");
    return answer;
  }

  const VerifyCheckpointRequest& request_;
  Places output_;
  Places against_;
  std::vector<std::string> differences_;
};

}  // namespace

Reply verify_checkpoint(const VerifyCheckpointRequest& request) {
  TILEGLOT_TRY(output, open_checkpoint(request.output));
  TILEGLOT_TRY(against, open_checkpoint(request.against));
  auto reply = Verifier(request, output, against).run();
  TILEGLOT_TRY_STATUS(output.check());
  TILEGLOT_TRY_STATUS(against.check());
  return reply;
}

}  // namespace tileglot::api
