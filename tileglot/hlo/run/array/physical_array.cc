// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/physical_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/run/array/placement.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/walk.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// Elements one after another along the last dimension, `stride` places apart.
struct Run {
  std::size_t first = 0;  ///< number of the element in row-major order
  std::int64_t place = 0;
  std::int64_t stride = 0;
  std::int64_t count = 1;
};

/// The runs of one row; the walker is at the last run's first element afterwards.
template <class F>
void for_each_run_of_row(map::Walker& walker, std::size_t last, std::int64_t extent,
                         std::size_t first, const F& f) {
  for (std::int64_t left = extent;;) {
    const std::int64_t count = std::min(left, walker.run(last) + 1);
    f(Run{first, walker.offset(), walker.slope(last), count});
    left -= count;
    if (left == 0) return;
    first += static_cast<std::size_t>(count);
    walker.leap(last, count);
  }
}

/// Steps to the next row; false after the last.
bool next_row(map::Walker& walker, const map::IndexMap& map) {
  for (std::size_t k = map.rank() - 1; k-- > 0;) {
    if (walker.at()[k] + 1 < map.extent(k)) {
      walker.step(k);
      return true;
    }
    walker.rewind(k);
  }
  return false;
}

/// Every element once, in row-major order of the logical index.
template <class F>
void for_each_run(const map::IndexMap& map, const F& f) {
  if (map.size() == 0) return;
  const std::size_t rank = map.rank();
  if (rank == 0) return f(Run{0, map(map::Coordinate()), 0, 1});
  map::Walker walker(map, map::Coordinate(rank, 0));
  const std::int64_t extent = map.extent(rank - 1);
  std::size_t first = 0;
  do {
    for_each_run_of_row(walker, rank - 1, extent, first, f);
    walker.rewind(rank - 1);
    first += static_cast<std::size_t>(extent);
  } while (next_row(walker, map));
}

/// Moves single elements of N bytes between the row and the places.
template <std::size_t N>
struct Mover {
  static void write(const Run& run, const std::byte* row, std::byte* memory) {
    const std::byte* from = row + run.first * N;
    for (std::int64_t i = 0; i < run.count; ++i) {
      std::memcpy(memory + static_cast<std::size_t>(run.place + i * run.stride) * N,
                  from + static_cast<std::size_t>(i) * N, N);
    }
  }
  static void read(const Run& run, const std::byte* memory, std::byte* row) {
    std::byte* to = row + run.first * N;
    for (std::int64_t i = 0; i < run.count; ++i) {
      std::memcpy(to + static_cast<std::size_t>(i) * N,
                  memory + static_cast<std::size_t>(run.place + i * run.stride) * N, N);
    }
  }
};

/// Calls f(Mover of the element's bytes).
template <class F>
void with_mover(std::size_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f(Mover<1>());
    case 2: return f(Mover<2>());
    case 4: return f(Mover<4>());
    case 8: return f(Mover<8>());
    default: return f(Mover<16>());
  }
}

/// The bits of a packed element, in the low bits of a byte.
struct PackedPlace {
  std::byte* byte;
  unsigned shift;
  unsigned mask;

  PackedPlace(std::byte* memory, std::int64_t place, int bits)
      : byte(memory + place * bits / 8),
        shift(static_cast<unsigned>(place * bits % 8)),
        mask((1U << bits) - 1) {}
  void set(std::byte value) const {
    const unsigned others = std::to_integer<unsigned>(*byte) & ~(mask << shift);
    *byte = static_cast<std::byte>(others | ((std::to_integer<unsigned>(value) & mask) << shift));
  }
  std::byte get() const {
    return static_cast<std::byte>(std::to_integer<unsigned>(*byte) >> shift & mask);
  }
};

/// A packed element of 1, 2 or 4 bits never crosses a byte; other widths are not packed.
bool is_packed(const Placement& placement) { return placement.element_bits < 8; }

void write_packed(const Placement& placement, const Bytes& row, Bytes& memory) {
  for_each_run(placement.map, [&](const Run& run) {
    for (std::int64_t i = 0; i < run.count; ++i) {
      PackedPlace(memory.data(), run.place + i * run.stride, placement.element_bits)
          .set(row[run.first + static_cast<std::size_t>(i)]);
    }
  });
}

void read_packed(const Placement& placement, Bytes& memory, Bytes& row) {
  for_each_run(placement.map, [&](const Run& run) {
    for (std::int64_t i = 0; i < run.count; ++i) {
      row[run.first + static_cast<std::size_t>(i)] =
          PackedPlace(memory.data(), run.place + i * run.stride, placement.element_bits).get();
    }
  });
}

std::size_t element_bytes(const PhysicalArray& array) { return stored_bytes(array.shape.type); }

std::size_t element_count(const PhysicalArray& array) {
  return static_cast<std::size_t>(array.placement->map.size());
}

core::Error does_not_fit(const PhysicalArray& array, const Shape& shape) {
  return {
      {.code = "run.bitcast",
       .message = fmt::format("the bytes of {} are not {}", notation::xla::print(array.shape),
                              notation::xla::print(shape)),
       .help = "a bitcast keeps the number of bytes, padding included, and the size of elements"}};
}

}  // namespace

bool MemoryMeter::take(std::size_t bytes) {
  const auto more = static_cast<std::int64_t>(bytes);
  if (more > limit_ - used_) return false;
  used_ += more;
  return true;
}

core::Result<std::shared_ptr<Bytes>> Memory::allocate(std::size_t bytes) {
  if (!meter_->take(bytes)) {
    return core::fail({.code = "run.memory",
                       .message = fmt::format("the arrays alive take more than the {} bytes that a "
                                              "run may use",
                                              meter_->limit()),
                       .help = "run the module on smaller shapes, or raise --max-memory"});
  }
  // The last owner of the bytes returns them to the meter.
  return std::shared_ptr<Bytes>(new Bytes(bytes, kPoison), [meter = meter_](const Bytes* held) {
    meter->give_back(held->size());
    delete held;
  });
}

core::Result<PhysicalArray> Memory::write(const Elements& elements, const Shape& shape) {
  TILEGLOT_TRY(placement, placement_of(shape));
  TILEGLOT_TRY(memory, allocate(placement->bytes));
  const Bytes row = stored(elements);
  if (placement->is_row_major) {
    std::ranges::copy(row, memory->begin());
  } else if (is_packed(*placement)) {
    write_packed(*placement, row, *memory);
  } else {
    with_mover(stored_bytes(shape.type), [&]<std::size_t N>(Mover<N>) {
      for_each_run(placement->map,
                   [&](const Run& run) { Mover<N>::write(run, row.data(), memory->data()); });
    });
  }
  return PhysicalArray{shape, placement, memory};
}

Elements read(const PhysicalArray& array) {
  const Placement& placement = *array.placement;
  const std::size_t n = element_count(array);
  if (placement.is_row_major) return loaded(array.shape.type, n, array.bytes->data());
  Bytes row(n * element_bytes(array));
  if (is_packed(placement)) {
    Bytes memory = *array.bytes;
    read_packed(placement, memory, row);
  } else {
    with_mover(element_bytes(array), [&]<std::size_t N>(Mover<N>) {
      for_each_run(placement.map,
                   [&](const Run& run) { Mover<N>::read(run, array.bytes->data(), row.data()); });
    });
  }
  return loaded(array.shape.type, n, row.data());
}

core::Result<PhysicalArray> Memory::relaid(const PhysicalArray& array, const Shape& shape) {
  TILEGLOT_TRY(placement, placement_of(shape));
  if (placement->element_bits != array.placement->element_bits || is_packed(*placement)) {
    return write(read(array), shape);
  }
  TILEGLOT_TRY(memory, allocate(placement->bytes));
  const auto moved = relayout::cpu::relayout(array.placement->map, placement->map,
                                             placement->element_bits, *array.bytes, *memory,
                                             {.execute = {.threads = 1, .zero_fill = false}});
  if (!moved) return write(read(array), shape);
  return PhysicalArray{shape, placement, memory};
}

core::Result<PhysicalArray> Memory::reinterpreted(const PhysicalArray& array, const Shape& shape) {
  TILEGLOT_TRY(placement, placement_of(shape));
  const bool fits = placement->bytes == array.placement->bytes &&
                    stored_bytes(shape.type) == element_bytes(array);
  if (!fits) return core::fail(does_not_fit(array, shape));
  return PhysicalArray{shape, placement, array.bytes};
}

}  // namespace tileglot::hlo::run
