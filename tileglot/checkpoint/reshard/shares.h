// SPDX-License-Identifier: Apache-2.0
// shares.h: which worker writes which parts.
//
// What     shares(parts, workers) gives each worker the numbers of its parts, ascending. Each part has one
//          writer.
// How      Parts are put in the order of where in the source what they read lies on average, equal ones
//          in the order of their numbers. The row of their bytes is cut into as many equal intervals as
//          there are workers, and a part belongs to the interval that has its middle. So a worker reads
//          from neighbouring files, and its bytes differ from an even share by those of the largest part
//          at most. A worker may have none. All numbers are integers, so that all machines agree.
// Why      Files of parts are renamed as a whole; two writers of one would have to agree.
// Units    Bytes of the parts' data; positions are bytes of the source files, one after the other. Of
//          copies, the first counts.
// Example  Four parts of equal size and two workers: two parts each.
//          [tests: shares_test.cc, "equal parts are shared evenly"]
// Errors   None.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"

namespace tileglot::checkpoint::reshard {

struct PartWeight {
  std::int64_t bytes = 0;
  std::int64_t position_bytes = 0;  ///< the mean of what it reads
};

/// Precondition: the output is that of planned_output, and the model has no rank_arrays.
std::vector<PartWeight> weights_of(const Output& output, const WantedModel& wanted,
                                   const pieces::PiecedModel& source);

/// Precondition: workers >= 1; sizes are not negative, and their sum fits int64.
std::vector<std::vector<std::size_t>> shares(std::span<const PartWeight> parts,
                                             std::int64_t workers);

}  // namespace tileglot::checkpoint::reshard
