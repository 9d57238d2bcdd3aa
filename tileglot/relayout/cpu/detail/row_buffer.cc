// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/row_buffer.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/kernels/stream.h"

namespace tileglot::relayout::cpu {
namespace {

void store_row(std::byte* line, std::byte* target, std::int64_t bytes, Neighbours neighbours) {
  const std::int64_t before = neighbours.follows ? past_line(target) : 0;
  const std::int64_t after = neighbours.leads ? past_line(target + bytes) : 0;
  kernels::stream_copy(target - before, line - before, before + bytes - after);
  if (neighbours.leads) std::memcpy(line - kLineBytes, line + bytes - kLineBytes, kLineBytes);
}

}  // namespace

RowBuffer::RowBuffer(std::int64_t rows, std::int64_t row_bytes, bool whole_rows)
    : pitch_(whole_rows ? row_bytes : row_bytes + kLineBytes),
      lines_(std::make_unique_for_overwrite<Line[]>(
          static_cast<std::size_t>(1 + core::ceil_div(rows * pitch_, kLineBytes)))) {}

void RowBuffer::store(std::int64_t row, const TargetRows& rows, Neighbours neighbours) const {
  std::byte* first = line(row);
  if (pitch_ == rows.bytes && rows.pitch == rows.bytes)
    return kernels::stream_copy(rows.first, first, rows.count * rows.bytes);
  if (neighbours.follows && neighbours.leads && rows.bytes % kLineBytes == 0) {
    return kernels::stream_parts({first, pitch_, rows.first, rows.pitch, rows.count, rows.bytes});
  }
  for (std::int64_t r = 0; r < rows.count; ++r)
    store_row(first + r * pitch_, rows.first + r * rows.pitch, rows.bytes, neighbours);
}

}  // namespace tileglot::relayout::cpu
