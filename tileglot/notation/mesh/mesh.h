// SPDX-License-Identifier: Apache-2.0
// mesh.h: a grid of devices with named axes.
//
// What     A Mesh is axes, each a name and a size, and the device at each place of the grid. The
//          place of a coordinate is its row-major number: the last axis is the fastest.
// Why      JAX and torch say how an array is cut by the axes of a mesh, so the mesh turns their
//          words into devices.
// Units    Devices are counted. A mesh without axes has one device.
// Example  x=4 y=2 devices=[4,2]T(1,0): coordinate (1,0) is place 2, device 4.
//          [tests: mesh_test.cc, "a coordinate has a place and a place a device"]
// Errors   mesh.axis (two axes of one name), mesh.name (no name, or characters that are not visible
//          ASCII), mesh.size (a size below 1), mesh.order (another number of devices than places),
//          mesh.limit (more than 64 axes or 2^63-1 devices).
// Source   jax.sharding.Mesh; torch.distributed.device_mesh.DeviceMesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/device_order.h"

namespace tileglot::notation::mesh {

struct Axis {
  std::string name = {};
  std::int64_t size = 1;
  friend bool operator==(const Axis&, const Axis&) = default;
};

struct Mesh {
  std::vector<Axis> axes = {};
  DeviceOrder devices = {};
  friend bool operator==(const Mesh&, const Mesh&) = default;
};

/// A mesh that fulfils what the functions below assume. Without an order, device p is at place p.
core::Result<Mesh> make_mesh(std::vector<Axis> axes, std::optional<DeviceOrder> devices = {});

/// Whether `axis` may follow `axes`; a reader calls it axis by axis, to know where the error is.
core::Status check_next_axis(std::span<const Axis> axes, const Axis& axis);
/// Whether a name is short and visible, and can be quoted.
core::Status check_name(std::string_view name);

std::int64_t device_count(const Mesh& mesh);
std::optional<std::size_t> axis_named(const Mesh& mesh, std::string_view name);

/// Precondition: a number for each axis, from 0 to below its size.
std::int64_t device_at(const Mesh& mesh, std::span<const std::int64_t> coordinate);
std::optional<std::vector<std::int64_t>> coordinate_of(const Mesh& mesh, std::int64_t device);

/// "the axes of the mesh are 'x', 'y'", for help.
std::string axes_in_words(const Mesh& mesh);

}  // namespace tileglot::notation::mesh
