// SPDX-License-Identifier: Apache-2.0
// record_fuzz.cc: any bytes are a model or an error, whatever its metadata record of layouts: each
// record agrees with its header or is refused, and what is accepted can be planned and moved.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/inspect.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/tensor_pieces.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/memory_mapping.h"

namespace {

namespace checkpoint = tileglot::checkpoint;
namespace core = tileglot::core;
namespace io = tileglot::io;

constexpr std::int64_t kPieceBytes = 4096;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;

void require(bool holds) {
  if (!holds) std::abort();
}

/// The pieces follow each other and are all of the tensor.
void make_all(const checkpoint::TensorMove& move) {
  const checkpoint::TensorPieces pieces(move, kPieceBytes);
  if (move.target_bytes > kMostBytes || pieces.count() > kPieceBytes) return;
  std::vector<std::byte> room(static_cast<std::size_t>(pieces.room_bytes()));
  std::int64_t made = 0;
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    require(pieces.begin(i) == made);
    const auto bytes = pieces.make(i, room);
    if (!bytes) return;
    made += static_cast<std::int64_t>(bytes->size());
  }
  require(made == move.target_bytes);
}

void move_to(const checkpoint::Checkpoint& model, const char* target) {
  const auto plan = checkpoint::plan_relayout(model, {.output = "out.safetensors", .to = target});
  if (!plan) {
    require(!core::render(plan.error()).empty());
    return;
  }
  for (const checkpoint::TensorMove* move : checkpoint::moves_of(*plan)) make_all(*move);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto memory = io::MemoryMapping::anonymous(static_cast<std::int64_t>(size), "input");
  if (!memory) return 0;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  std::copy(bytes.begin(), bytes.end(), memory->writable_bytes().begin());
  const auto model = checkpoint::checkpoint_of({"in.safetensors", std::move(*memory)});
  if (!model) {
    require(!core::render(model.error()).empty());
    return 0;
  }
  require(checkpoint::inspect(*model).has_value());
  for (const char* target : {"row-major", "tpu", "tpu-large"}) move_to(*model, target);
  return 0;
}
