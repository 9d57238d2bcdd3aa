// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/transformer_chain.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tileglot::hlo::pass {
namespace {

constexpr std::string_view kHead =
    "HloModule chain\n"
    "sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "most { a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }\n"
    "ENTRY main {\n"
    "  zero = f32[] constant(0)\n"
    "  lowest = f32[] constant(-inf)\n"
    "  scale = f32[] constant(0.125)\n"
    "  x.0 = f32[512,512] parameter(0)\n";
constexpr std::int64_t kInstructionsOfHead = 10;

/// `@` is the layer, `^` the layer before; `#0` to `#6` are numbers of parameters.
constexpr std::string_view kLayer =
    "  square.@ = f32[512,512] multiply(x.^, x.^)\n"
    "  length.@ = f32[512] reduce(square.@, zero), dimensions={1}, to_apply=sum\n"
    "  inverse.@ = f32[512] rsqrt(length.@)\n"
    "  inverses.@ = f32[512,512] broadcast(inverse.@), dimensions={0}\n"
    "  normal.@ = f32[512,512] multiply(x.^, inverses.@)\n"
    "  wq.shard.@ = f32[512,8,16] parameter(#0)\n"
    "  wk.shard.@ = f32[512,8,16] parameter(#1)\n"
    "  wv.shard.@ = f32[512,8,16] parameter(#2)\n"
    "  wq.@ = f32[512,8,64] all-gather(wq.shard.@), replica_groups={}, dimensions={2}\n"
    "  wk.@ = f32[512,8,64] all-gather(wk.shard.@), replica_groups={}, dimensions={2}\n"
    "  wv.@ = f32[512,8,64] all-gather(wv.shard.@), replica_groups={}, dimensions={2}\n"
    "  q.@ = f32[512,8,64] dot(normal.@, wq.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n"
    "  k.@ = f32[512,8,64] dot(normal.@, wk.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n"
    "  v.@ = f32[512,8,64] dot(normal.@, wv.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n"
    "  scales.@ = f32[512,8,64] broadcast(scale), dimensions={}\n"
    "  scaled.@ = f32[512,8,64] multiply(q.@, scales.@)\n"
    "  scores.@ = f32[8,512,512] dot(scaled.@, k.@), lhs_batch_dims={1}, lhs_contracting_dims={2}, "
    "rhs_batch_dims={1}, rhs_contracting_dims={2}\n"
    "  most.@ = f32[8,512] reduce(scores.@, lowest), dimensions={2}, to_apply=most\n"
    "  mosts.@ = f32[8,512,512] broadcast(most.@), dimensions={0,1}\n"
    "  below.@ = f32[8,512,512] subtract(scores.@, mosts.@)\n"
    "  powers.@ = f32[8,512,512] exponential(below.@)\n"
    "  total.@ = f32[8,512] reduce(powers.@, zero), dimensions={2}, to_apply=sum\n"
    "  totals.@ = f32[8,512,512] broadcast(total.@), dimensions={0,1}\n"
    "  share.@ = f32[8,512,512] divide(powers.@, totals.@)\n"
    "  heads.@ = f32[8,512,64] dot(share.@, v.@), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
    "rhs_batch_dims={1}, rhs_contracting_dims={0}\n"
    "  turned.@ = f32[512,8,64] transpose(heads.@), dimensions={1,0,2}\n"
    "  joined.@ = f32[512,512] reshape(turned.@)\n"
    "  wo.@ = f32[512,512] parameter(#3)\n"
    "  attended.@ = f32[512,512] dot(joined.@, wo.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={1}\n"
    "  middle.@ = f32[512,512] add(x.^, attended.@)\n"
    "  w1.@ = f32[512,1024] parameter(#4)\n"
    "  w3.@ = f32[512,1024] parameter(#5)\n"
    "  w2.@ = f32[512,1024] parameter(#6)\n"
    "  up.@ = f32[512,1024] dot(middle.@, w1.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n"
    "  gate.@ = f32[512,1024] dot(middle.@, w3.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={0}\n"
    "  open.@ = f32[512,1024] logistic(gate.@)\n"
    "  wide.@ = f32[512,1024] multiply(up.@, open.@)\n"
    "  down.@ = f32[512,512] dot(wide.@, w2.@), lhs_contracting_dims={1}, "
    "rhs_contracting_dims={1}\n"
    "  x.@ = f32[512,512] add(middle.@, down.@)\n";
constexpr std::int64_t kInstructionsOfLayer = std::ranges::count(kLayer, '\n');
constexpr std::int64_t kParametersOfLayer = 7;

void append_layer(std::string& text, std::int64_t number) {
  for (std::size_t i = 0; i < kLayer.size(); ++i) {
    switch (kLayer[i]) {
      case '@': text += std::to_string(number); break;
      case '^': text += std::to_string(number - 1); break;
      case '#':
        text += std::to_string(1 + (number - 1) * kParametersOfLayer + (kLayer[++i] - '0'));
        break;
      default: text += kLayer[i];
    }
  }
}

}  // namespace

std::string transformer_chain(std::int64_t instructions) {
  const std::int64_t rest = std::max<std::int64_t>(instructions - kInstructionsOfHead - 1, 1);
  const std::int64_t layers = (rest + kInstructionsOfLayer - 1) / kInstructionsOfLayer;
  std::string result(kHead);
  for (std::int64_t i = 1; i <= layers; ++i) append_layer(result, i);
  return result + "  ROOT out = f32[512,512] negate(x." + std::to_string(layers) + ")\n}\n";
}

}  // namespace tileglot::hlo::pass
