// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/accumulator.h"
#include "tileglot/hlo/run/operation/dot.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/hlo/run/operation/window_places.h"

namespace tileglot::hlo::run {
namespace {

std::int64_t extent_of(const Extents& extents, std::int64_t k) {
  return extents[static_cast<std::size_t>(k)];
}

Extents with_spatial(std::int64_t first, const Extents& spatial, std::int64_t last) {
  Extents order{first};
  order.insert(order.end(), spatial.begin(), spatial.end());
  order.push_back(last);
  return order;
}

Extents extents_of(const Extents& extents, const Extents& dimensions) {
  Extents result;
  result.reserve(dimensions.size());
  for (const std::int64_t k : dimensions) result.push_back(extent_of(extents, k));
  return result;
}

/// permutation[order[i]] = i
Extents inverse_of(const Extents& order) {
  Extents result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    result[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  }
  return result;
}

/// The arrays with dimensions in one order: input [batch, spatial, feature], kernel [output
/// feature, spatial, input feature], result [batch, spatial, feature]; all numbers that the sums
/// need.
struct Problem {
  Extents input_spatial = {};
  Extents output_spatial = {};
  std::int64_t input_features = 0;   ///< of the whole input
  std::int64_t kernel_features = 0;  ///< that one output feature sums over
  std::int64_t output_features = 0;
  std::int64_t output_batch = 0;
  std::int64_t input_batch = 0;
  std::int64_t features_a_group = 1;  ///< output features
  std::int64_t batch_groups = 1;

  std::int64_t group_of(std::int64_t output_feature) const {
    return output_feature / features_a_group;
  }
};

Problem problem_of(const Factor& input, const Factor& kernel, const Convolution& c) {
  const ConvolutionDimensions& d = c.dimensions;
  const std::int64_t outputs = extent_of(kernel.extents, d.kernel_output_feature);
  const std::int64_t groups = std::max(c.feature_groups, c.batch_groups);
  return {.input_spatial = extents_of(input.extents, d.input_spatial),
          .output_spatial = extents_of(c.result, d.output_spatial),
          .input_features = extent_of(input.extents, d.input_feature),
          .kernel_features = extent_of(kernel.extents, d.kernel_input_feature),
          .output_features = outputs,
          .output_batch = extent_of(c.result, d.output_batch),
          .input_batch = extent_of(input.extents, d.input_batch),
          .features_a_group = std::max<std::int64_t>(outputs / groups, 1),
          .batch_groups = c.batch_groups};
}

/// A place of the window that covers an element, as numbers of spatial elements.
struct Tap {
  std::int64_t in_window = 0;
  std::int64_t in_input = 0;
};

std::vector<Tap> taps_at(const Window& window, const Problem& problem, const Extents& position) {
  std::vector<Tap> taps;
  const Extents sizes = window_sizes(window);
  const Extents strides = row_major_strides(problem.input_spatial);
  Window unreversed = window;
  for (WindowDimension& dimension : unreversed) dimension.reversed = false;
  Extents place(sizes.size(), 0);
  do {
    // rhs_reversal reverses the kernel: place w uses the kernel's element size - 1 - w.
    const auto element = covered(unreversed, problem.input_spatial, strides, position, place);
    if (element) {
      Extents used = place;
      for (std::size_t k = 0; k < used.size(); ++k) {
        if (window[k].reversed) used[k] = sizes[k] - 1 - place[k];
      }
      taps.push_back({dot_product(used, row_major_strides(sizes)), *element});
    }
  } while (next_coordinate(sizes, place));
  return taps;
}

template <class T>
class Sums {
 public:
  Sums(const Problem& problem, const Window& window, const T* input, const T* kernel)
      : problem_(problem),
        input_(input),
        kernel_(kernel),
        window_size_(size_of(window_sizes(window))),
        input_size_(size_of(problem.input_spatial)) {}

  T at(std::int64_t batch, std::int64_t feature, const std::vector<Tap>& taps) const {
    const std::int64_t group = problem_.group_of(feature);
    const bool by_batch = problem_.batch_groups > 1;
    const std::int64_t image = by_batch ? group * problem_.output_batch + batch : batch;
    const std::int64_t first = by_batch ? 0 : group * problem_.kernel_features;
    Accumulator<T> sum{};
    for (const Tap& tap : taps) {
      const T* x = input_ + (image * input_size_ + tap.in_input) * problem_.input_features + first;
      const T* w = kernel_ + (feature * window_size_ + tap.in_window) * problem_.kernel_features;
      for (std::int64_t i = 0; i < problem_.kernel_features; ++i) {
        sum += as_accumulator(x[i]) * as_accumulator(w[i]);
      }
    }
    return from_accumulator<T>(sum);
  }

 private:
  const Problem& problem_;
  const T* input_;
  const T* kernel_;
  std::int64_t window_size_;
  std::int64_t input_size_;
};

/// result is [batch, spatial, feature].
template <class T>
void sum_all(const Problem& problem, const Window& window, const Sums<T>& sums,
             std::vector<T>& result) {
  const std::int64_t spatial = size_of(problem.output_spatial);
  Extents position(problem.output_spatial.size(), 0);
  for (std::int64_t s = 0; s < spatial; ++s, next_coordinate(problem.output_spatial, position)) {
    const std::vector<Tap> taps = taps_at(window, problem, position);
    for (std::int64_t b = 0; b < problem.output_batch; ++b) {
      for (std::int64_t f = 0; f < problem.output_features; ++f) {
        const std::int64_t place = (b * spatial + s) * problem.output_features + f;
        result[static_cast<std::size_t>(place)] = sums.at(b, f, taps);
      }
    }
  }
}

std::int64_t steps_of(const Extents& result, const Window& window, std::int64_t features) {
  std::int64_t steps = core::saturating_mul(size_of(result), std::max<std::int64_t>(features, 1));
  for (const WindowDimension& dimension : window) {
    steps = core::saturating_mul(steps, dimension.size);
  }
  return steps;
}

}  // namespace

core::Result<Elements> convolution(const Factor& input, const Factor& kernel,
                                   const Convolution& convolution, PrimitiveType type,
                                   Budget& budget) {
  const ConvolutionDimensions& d = convolution.dimensions;
  const Problem problem = problem_of(input, kernel, convolution);
  TILEGLOT_TRY_STATUS(
      budget.spend(steps_of(convolution.result, convolution.window, problem.kernel_features)));
  const Elements x = transposed(converted(*input.elements, type), input.extents,
                                with_spatial(d.input_batch, d.input_spatial, d.input_feature));
  const Elements w =
      transposed(converted(*kernel.elements, type), kernel.extents,
                 with_spatial(d.kernel_output_feature, d.kernel_spatial, d.kernel_input_feature));
  Elements result = zeros(type, static_cast<std::size_t>(size_of(convolution.result)));
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    const Sums<T> sums(problem, convolution.window, numbers_of<T>(x).data(),
                       numbers_of<T>(w).data());
    sum_all(problem, convolution.window, sums, v);
  });
  round_to_type(result);
  const Extents order = with_spatial(d.output_batch, d.output_spatial, d.output_feature);
  return transposed(result, extents_of(convolution.result, order), inverse_of(order));
}

}  // namespace tileglot::hlo::run
