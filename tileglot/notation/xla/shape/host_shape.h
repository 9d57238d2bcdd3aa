// SPDX-License-Identifier: Apache-2.0
// host_shape.h: shapes as the host stores them, without device-only attributes.
//
// What     device_shape_is_host_shape(shape): no array in it has tiles, a memory space, a physical
//          shape, an element size, a tail padding or a prefix. device_shape_to_host_shape(shape)
//          removes them; the order of the dimensions and the splits are kept.
// Why      Data that leaves a device is unpacked and untiled on the way.
// Example  s4[3,5]{0,1:T(2,2)E(4)S(1)} is s4[3,5]{0,1} on the host.
//          [tests: host_shape_test.cc, "the host keeps the order only"]
// Source   XLA, ShapeUtil::DeviceShapeIsHostShape and DeviceShapeToHostShape.
#pragma once

#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

bool device_shape_is_host_shape(const Shape& shape);
Shape device_shape_to_host_shape(Shape shape);

}  // namespace tileglot::notation::xla
