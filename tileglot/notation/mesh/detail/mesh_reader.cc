// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/detail/mesh_reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh::detail {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Status;

class MeshReader {
 public:
  MeshReader(Scanner& scanner, MeshText extent) : scanner_(scanner), extent_(extent) {}

  Result<Mesh> read() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY_STATUS(read_axes());
    if (extent_ == MeshText::kWhole) {
      scanner_.accept(',');
      TILEGLOT_TRY_STATUS(read_order_if_next());
    }
    return at_span(make_mesh(std::move(axes_), std::move(order_)), scanner_.span_from(begin));
  }

 private:
  bool at_digit() { return scanner_.peek() >= '0' && scanner_.peek() <= '9'; }

  Status read_axes() {
    if (accept_call(scanner_, "Mesh") || accept_call(scanner_, "AbstractMesh"))
      return read_items(')');
    if (accept_call(scanner_, "mesh", '[')) return read_items(']');
    if (scanner_.accept('(')) return at_digit() ? read_sizes_to(')') : read_items(')');
    if (extent_ == MeshText::kWhole) return at_digit() ? read_sizes_by_x() : read_items('\0');
    return fail({.code = "scan.expected",
                 .message = fmt::format("expected a mesh, found {}", scanner_.found()),
                 .span = scanner_.here(),
                 .help = "write Mesh('x': 4, 'y': 2)"});
  }

  /// Axes, an order and JAX's types of axes up to `close`; to the end of the text if it is '\0'.
  Status read_items(char close) {
    while (close == '\0' ? !scanner_.at_end() : !scanner_.accept(close)) {
      if (scanner_.at_end())
        return scanner_.expect(std::string_view(&close, 1), "after the axes of the mesh");
      TILEGLOT_TRY_STATUS(read_item());
      scanner_.accept(',');
    }
    if (close != '\0' || !axes_.empty()) return {};
    return fail({.code = "scan.expected",
                 .message = "expected a mesh, found the end of the text",
                 .span = scanner_.here(),
                 .help = "write the axes and their sizes, as in x=4 y=2"});
  }

  Status read_item() {
    const std::size_t before = scanner_.position();
    TILEGLOT_TRY_STATUS(read_order_if_next());
    if (scanner_.position() != before) return {};
    if (accept_types()) return {};
    return read_named_axis();
  }

  /// axis_types=(Auto, Auto): how JAX's compiler treats an axis moves no element.
  bool accept_types() {
    const std::size_t begin = scanner_.position();
    if (accept_key(scanner_, "axis_types") && scanner_.accept('(')) {
      while (!scanner_.name().empty() && scanner_.accept(',')) {
      }
      if (scanner_.accept(')')) return true;
    }
    scanner_.rewind(begin);
    return false;
  }

  Status read_named_axis() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY(name, read_name(scanner_, "an axis"));
    if (!scanner_.accept('=') && !scanner_.accept(':')) {
      return fail({.code = "scan.expected",
                   .message = fmt::format("expected '=' or ':' after the axis '{}', found {}", name,
                                          scanner_.found()),
                   .span = scanner_.here(),
                   .help = "write the axes and their sizes, as in x=4 y=2"});
    }
    return read_size(std::move(name), begin);
  }

  Status read_size(std::string name, std::size_t begin) {
    TILEGLOT_TRY(size, scanner_.integer("the size of an axis"));
    const Axis axis{.name = std::move(name), .size = size};
    TILEGLOT_TRY_STATUS(at_span(check_next_axis(axes_, axis), scanner_.span_from(begin)));
    axes_.push_back(axis);
    return {};
  }

  Status read_unnamed() {
    scanner_.skip_space();
    return read_size(std::to_string(axes_.size()), scanner_.position());
  }

  Status read_sizes_to(char close) {
    while (!scanner_.accept(close)) {
      TILEGLOT_TRY_STATUS(read_unnamed());
      TILEGLOT_TRY(closed, accept_close(scanner_, close, "the size of an axis"));
      if (closed) break;
    }
    return {};
  }

  Status read_sizes_by_x() {
    do {
      TILEGLOT_TRY_STATUS(read_unnamed());
    } while (scanner_.accept('x'));
    return {};
  }

  /// devices=.. with a bracket or a parenthesis: an axis may have the name too.
  Status read_order_if_next() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    const bool is_key = accept_key(scanner_, "devices") || accept_key(scanner_, "device_ids");
    if (!is_key || !(scanner_.looking_at('[') || scanner_.looking_at('('))) {
      scanner_.rewind(begin);
      return {};
    }
    Result<DeviceOrder> order = read_order();
    TILEGLOT_TRY(devices, at_span(std::move(order), scanner_.span_from(begin)));
    if (order_) {
      return fail({.code = "mesh.order",
                   .message = "the devices are ordered twice",
                   .span = scanner_.span_from(begin),
                   .help = "leave one order out"});
    }
    order_ = std::move(devices);
    return {};
  }

  Result<DeviceOrder> read_order() {
    const bool in_parentheses = scanner_.accept('(');
    if (!scanner_.accept('[')) {
      TILEGLOT_TRY(devices, read_numbers(scanner_, "a device", ')', kMaxListed));
      return DeviceOrder::listed(std::move(devices));
    }
    TILEGLOT_TRY(iota, read_iota());
    if (in_parentheses) TILEGLOT_TRY_STATUS(scanner_.expect(")", "after the order of devices"));
    return DeviceOrder::iota(iota);
  }

  /// After the '['.
  Result<IotaOrder> read_iota() {
    IotaOrder order;
    TILEGLOT_TRY(extents, read_numbers(scanner_, "an extent", ']', kMaxAxes));
    order.extents = std::move(extents);
    if (accept_call(scanner_, "T")) {
      TILEGLOT_TRY(permutation, read_numbers(scanner_, "a dimension", ')', kMaxAxes));
      order.permutation = std::move(permutation);
    } else {
      for (std::size_t i = 0; i < order.extents.size(); ++i)
        order.permutation.push_back(static_cast<std::int64_t>(i));
    }
    return order;
  }

  Scanner& scanner_;
  MeshText extent_;
  std::vector<Axis> axes_;
  std::optional<DeviceOrder> order_;
};

}  // namespace

Result<Mesh> read_mesh(Scanner& scanner, MeshText extent) {
  return MeshReader(scanner, extent).read();
}

}  // namespace tileglot::notation::mesh::detail
