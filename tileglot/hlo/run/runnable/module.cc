// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/module.h"

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/runnable/writer.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

Module runnable_module(RandomBits bits, std::size_t operations, std::span<const Opcode> favourites,
                       RandomNumbers numbers) {
  return RunnableWriter(bits, operations, favourites, numbers).module();
}

std::vector<Elements> any_inputs(const Module& module, RandomBits& bits, RandomNumbers numbers) {
  std::vector<Elements> inputs;
  for (const notation::xla::Shape& shape : input_shapes(module)) {
    inputs.push_back(random_elements(
        shape.type, static_cast<std::size_t>(size_of(extents_of(shape))), numbers, bits));
  }
  return inputs;
}

}  // namespace tileglot::hlo::run
