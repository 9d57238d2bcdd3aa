// SPDX-License-Identifier: Apache-2.0
// mesh_text.h: meshes as people, JAX, jaxlib and torch write them.
//
// What     parse_mesh reads
//            x=4 y=2    x: 4, 'y': 2    (x=4, y=2)          names and sizes
//            (4,2)      4x2             8                    sizes; the axes are named 0, 1, ..
//            Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto))   as JAX prints; the types are not kept
//            mesh['x'=4,'y'=2]                               as jaxlib prints
//          and after any of them, or as the last item in the parentheses of the last two, the order
//          of devices: devices=[4,2]T(1,0), device_ids=([4,2]T(1,0)), devices=(0,3,1,2).
//          print writes one form that is read back: the first, or the second for axes 0, 1, ..
// Example  Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto)) is x=4 y=2.
//          [tests: mesh_text_test.cc, "every spelling is the same mesh"]
// Errors   Those of make_mesh (mesh.h) and DeviceOrder (device_order.h), with the place;
//          scan.expected, scan.integer, scan.integer_too_large, scan.trailing.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {

core::Result<Mesh> parse_mesh(std::string_view text);

/// x=4 y=2 devices=[4,2]T(1,0), or (4,2)
std::string print(const Mesh& mesh);

/// Mesh('x': 4, 'y': 2, device_ids=([4,2]T(1,0))): as JAX prints it, with an order that is not the
/// identity.
std::string print_as_jax(const Mesh& mesh);

}  // namespace tileglot::notation::mesh
