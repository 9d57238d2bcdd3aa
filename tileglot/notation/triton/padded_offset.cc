// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/padded_offset.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

using core::fail;

core::Error no_padding(const Padding& padding, std::int64_t offset) {
  return {{.code = "triton.padding",
           .message = fmt::format("[{}:+{}] pads no memory with an offset {}", padding.interval,
                                  padding.padding, offset),
           .help = "intervals are 1 or more, paddings and offsets 0 or more"}};
}

core::Error too_large(std::int64_t offset) {
  return {{.code = "triton.too_large",
           .message = fmt::format("the padded place of offset {} does not fit 64 bits", offset)}};
}

}  // namespace

core::Result<std::int64_t> padded_offset(std::span<const Padding> paddings, std::int64_t offset) {
  std::int64_t place = offset;
  for (const Padding& p : paddings) {
    if (p.interval < 1 || p.padding < 0 || offset < 0) return fail(no_padding(p, offset));
    const auto added = core::checked_mul(offset / p.interval, p.padding);
    const auto sum = added ? core::checked_add(place, *added) : added;
    if (!sum) return fail(too_large(offset));
    place = *sum;
  }
  return place;
}

}  // namespace tileglot::notation::triton
