// SPDX-License-Identifier: Apache-2.0
// reshard_bench.cc: planning the resharding of Llama 405B, in bf16, between 1,024 and 512 ranks.
//
// One benchmark lists what the middle rank receives, the other what all ranks do, and compares each with
// its bound. Counters: GB that the rank wants, messages and boxes that it receives, and the largest
// memory of this process so far, in MiB.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/words.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

constexpr std::int64_t kHidden = 16384;
constexpr std::int64_t kFeedForward = 53248;
constexpr std::int64_t kKeyValues = 1024;
constexpr std::int64_t kVocabulary = 128256;
constexpr int kLayers = 126;

enum class Kind { kColumnParallel, kRowParallel, kNorm };

struct Tensor {
  Kind kind;
  std::vector<std::int64_t> extents;
  int layer;  ///< for pipeline stages
};

std::vector<Tensor> llama() {
  std::vector<Tensor> tensors{{Kind::kColumnParallel, {kVocabulary, kHidden}, 0}};
  for (int layer = 0; layer < kLayers; ++layer) {
    for (const std::int64_t rows : {kHidden, kKeyValues, kKeyValues, kFeedForward, kFeedForward})
      tensors.push_back({Kind::kColumnParallel, {rows, kHidden}, layer});
    tensors.push_back({Kind::kRowParallel, {kHidden, kHidden}, layer});
    tensors.push_back({Kind::kRowParallel, {kHidden, kFeedForward}, layer});
    for (int norm = 0; norm < 2; ++norm) tensors.push_back({Kind::kNorm, {kHidden}, layer});
  }
  tensors.push_back({Kind::kNorm, {kHidden}, kLayers - 1});
  tensors.push_back({Kind::kColumnParallel, {kVocabulary, kHidden}, kLayers - 1});
  return tensors;
}

/// A mesh of `ranks` ranks for each of `stages` pipeline stages, and the words for each kind.
struct Form {
  std::string_view mesh;
  std::array<std::string_view, 3> words;
  int stages = 1;
};

placement::Side side_of(const Tensor& tensor, const Form& form) {
  const auto mesh = *notation::mesh::parse_mesh(form.mesh);
  const auto spread = *placement::read_spread(form.words[static_cast<std::size_t>(tensor.kind)],
                                              tensor.extents, {.mesh = mesh});
  const placement::Side side = spread;
  const int stage = tensor.layer * form.stages / kLayers;
  const auto places =
      *placement::Places::of_digits({{side.end(), 1}}, stage * spread.places().size());
  return *side.renamed(places);
}

constexpr Form kFsdp64Tp8Pp2{
    "fsdp=64 tp=8", {"P(('tp','fsdp'))", "P('fsdp','tp')", "P('fsdp')"}, 2};
constexpr Form kTp8Pp8{"dp=16 tp=8", {"P('tp')", "P(None,'tp')", "P()"}, 8};
constexpr Form kFsdp1024{"x=1024", {"P('x')", "P('x')", "P('x')"}};
constexpr Form kFsdp512{"x=512", {"P('x')", "P('x')", "P('x')"}};
constexpr Form kTp8{"dp=64 tp=8", {"P('tp')", "P(None,'tp')", "P()"}};
constexpr Form kTp4{"dp=128 tp=4", {"P('tp')", "P(None,'tp')", "P()"}};

Resharding between(const Form& from, const Form& to) {
  Resharding resharding;
  for (const Tensor& tensor : llama()) {
    static_cast<void>(resharding.add(
        {.element_bits = 16, .source = side_of(tensor, from), .target = side_of(tensor, to)}));
  }
  return resharding;
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void one_rank(benchmark::State& state, const Form& from, const Form& to) {
  const Resharding resharding = between(from, to);
  const std::int64_t rank = 256;
  Volume volume;
  for (auto step : state) {
    volume = resharding.received(rank);
    benchmark::DoNotOptimize(volume);
  }
  if (volume.in_bits != resharding.bound(rank)) state.SkipWithError("not the bound");
  state.counters["wanted_GB"] = static_cast<double>(resharding.wanted_bits(rank)) / 8e9;
  state.counters["messages"] = static_cast<double>(volume.in_messages);
  state.counters["boxes"] = static_cast<double>(volume.in_boxes);
  state.counters["peak_MiB"] = peak_mebibytes();
}

void all_ranks(benchmark::State& state, const Form& from, const Form& to) {
  const Resharding resharding = between(from, to);
  std::int64_t moved = 0;
  for (auto step : state) {
    moved = 0;
    for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
      const std::int64_t in = resharding.received(rank).in_bits;
      if (in != resharding.bound(rank)) state.SkipWithError("not the bound");
      moved += in;
    }
  }
  state.counters["moved_GB"] = static_cast<double>(moved) / 8e9;
}

#define TILEGLOT_ROW(NAME, FROM, TO)                                          \
  BENCHMARK_CAPTURE(one_rank, NAME, FROM, TO)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(all_ranks, NAME, FROM, TO)->Unit(benchmark::kSecond)->Iterations(1)

TILEGLOT_ROW(fsdp64_tp8_pp2_to_tp8, kFsdp64Tp8Pp2, kTp8);
TILEGLOT_ROW(tp8_pp8_to_tp4, kTp8Pp8, kTp4);
TILEGLOT_ROW(fsdp1024_to_tp8, kFsdp1024, kTp8);
TILEGLOT_ROW(fsdp1024_to_fsdp512, kFsdp1024, kFsdp512);

}  // namespace
}  // namespace tileglot::relayout::reshard
