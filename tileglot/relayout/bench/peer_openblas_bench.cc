// SPDX-License-Identifier: Apache-2.0
// peer_openblas_bench.cc: OpenBLAS's out-of-place copy of a matrix, in loops where there are more
// dimensions. It has no threads.
#include <cblas.h>

#include <cstddef>
#include <functional>
#include <utility>

#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

/// The matrix: `across` steps by one item in the target, `along` in the source. They are the same
/// where rows are copied.
struct Matrix {
  Axis along;
  Axis across;
  std::vector<Axis> outer;
  bool transposed = true;
};

/// Removes and returns the axis of step `item` on that side.
std::optional<Axis> take_unit(std::vector<Axis>& axes, std::int64_t Axis::* side,
                              std::int64_t item) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
    if (*axis.*side != item) continue;
    const Axis taken = *axis;
    axes.erase(axis);
    return taken;
  }
  return {};
}

std::optional<Matrix> matrix_of(const StridedMove& move) {
  Matrix matrix{.along = {}, .across = {}, .outer = move.axes};
  const auto along = take_unit(matrix.outer, &Axis::from, move.item_bytes);
  if (!along) return {};
  matrix.along = *along;
  if (along->to == move.item_bytes) {
    if (matrix.outer.empty()) return {};
    matrix.transposed = false;
    matrix.across = matrix.outer.back();
    matrix.outer.pop_back();
    return matrix;
  }
  const auto across = take_unit(matrix.outer, &Axis::to, move.item_bytes);
  if (!across) return {};
  matrix.across = *across;
  return matrix;
}

void copy_matrix(CBLAS_TRANSPOSE how, blasint rows, blasint columns, const float* from,
                 blasint from_row, float* to, blasint to_row) {
  cblas_somatcopy(CblasRowMajor, how, rows, columns, 1, from, from_row, to, to_row);
}
void copy_matrix(CBLAS_TRANSPOSE how, blasint rows, blasint columns, const double* from,
                 blasint from_row, double* to, blasint to_row) {
  cblas_domatcopy(CblasRowMajor, how, rows, columns, 1, from, from_row, to, to_row);
}

template <class Item>
void copy_one(const Matrix& m, const std::byte* from, std::byte* to) {
  constexpr std::int64_t kItem = sizeof(Item);
  const std::int64_t to_step = m.transposed ? m.along.to : m.across.to;
  copy_matrix(m.transposed ? CblasTrans : CblasNoTrans, static_cast<blasint>(m.across.count),
              static_cast<blasint>(m.along.count), reinterpret_cast<const Item*>(from),
              static_cast<blasint>(m.across.from / kItem), reinterpret_cast<Item*>(to),
              static_cast<blasint>(to_step / kItem));
}

template <class Item>
void copy_all(const Matrix& m, std::size_t level, const std::byte* from, std::byte* to) {
  if (level == m.outer.size()) return copy_one<Item>(m, from, to);
  const Axis& axis = m.outer[level];
  for (std::int64_t i = 0; i < axis.count; ++i) {
    copy_all<Item>(m, level + 1, from + i * axis.from, to + i * axis.to);
  }
}

template <class Item>
std::optional<Mover> mover_of(const StridedMove& move, const Transfer& transfer) {
  const auto items = with_items(move, sizeof(Item));
  if (!items) return {};
  const auto matrix = matrix_of(*items);
  if (!matrix) return {};
  const std::byte* from = transfer.source().data() + items->from;
  std::byte* to = transfer.target().data() + items->to;
  return Mover{.name = "OpenBLAS",
               .run = [m = *matrix, from, to] { copy_all<Item>(m, 0, from, to); }};
}

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  if (threads > 1) return {};
  if (auto mover = mover_of<double>(move, transfer)) return mover;
  return move.item_bytes > 4 ? std::nullopt : mover_of<float>(move, transfer);
}

}  // namespace

Peer openblas() { return {.name = "OpenBLAS", .remark = openblas_get_config(), .make = make}; }

}  // namespace tileglot::relayout::bench
