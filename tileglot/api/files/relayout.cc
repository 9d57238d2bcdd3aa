// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/relayout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/tensor_file.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/io/npy/shape.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/explain.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/print.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/stored_shape.h"

namespace tileglot::api::files {
namespace {

namespace cpu = relayout::cpu;
using relayout::plan::Plan;

/// The executor's limit per thread.
constexpr std::int64_t kThreadBytes = std::int64_t{1} << 20;
/// Higher ranks cannot be read back, by NumPy or by us.
constexpr std::size_t kMaxNpyRank = 64;

struct Layouts {
  bridge::AnyLayout from;
  bridge::AnyLayout to;
  std::optional<core::ElementType> type;
};

/// Everything known before the first element moves.
struct Job {
  TensorFile file;
  Layouts layouts;
  value::Extents stored_shape;
  Plan plan;
  int threads = 1;
};

struct Moved {
  double move_seconds = 0;
  double finish_seconds = 0;  ///< until the file was safe on disk, or the stream written
  std::optional<cpu::MoveTimes> in_memory = {};
};

/// The target that `tpu` and its like name for a tensor of these extents.
core::Result<bridge::AnyLayout> read_word(const RelayoutTensorRequest& request,
                                          const value::Extents& extents, const TensorFile& file,
                                          std::optional<core::ElementType> type) {
  TILEGLOT_TRY(row_major, row_major_layout(extents, file, type));
  auto layout = checkpoint::layout_of_word(request.to, row_major);
  if (layout) return layout;
  core::Error error = std::move(layout).error();
  error->message = fmt::format("--to {} has no layout for {}: {}", request.to,
                               io::path_text(file.npy.file.name()), error->message);
  return core::fail(std::move(error));
}

core::Result<Layouts> read_layouts(const RelayoutTensorRequest& request, const TensorFile& file) {
  const bool is_word = checkpoint::is_target_word(request.to);
  const auto to_text = is_word ? std::nullopt : std::optional(request.to);
  auto known = read_whole(std::array{&file}, {request.from, to_text});
  if (!known && !is_word)
    return core::fail(checkpoint::with_nearest_word(std::move(known).error(), request.to));
  TILEGLOT_TRY(whole, std::move(known));
  auto& [from, to] = whole.layouts;
  if (!from) {
    TILEGLOT_TRY(read, request.from ? read_bare(*request.from, file.shape(), file, whole.type)
                                    : own_layout(file, whole.type));
    from = read;
  }
  if (!to) {
    TILEGLOT_TRY(extents, value::extents_of(*from));
    TILEGLOT_TRY(read, is_word ? read_word(request, extents, file, whole.type)
                               : read_bare(request.to, extents, file, whole.type));
    to = read;
  }
  return Layouts{*from, *to, whole.type};
}

bool same_extents(const map::IndexMap& f, const map::IndexMap& g) {
  return std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                    [](const map::Dim& a, const map::Dim& b) { return a.extent == b.extent; });
}

core::Status check_extents(const Layouts& layouts, const map::IndexMap& source,
                           const map::IndexMap& target, bool is_own) {
  if (same_extents(source, target)) return {};
  return core::fail(
      {.code = "layout.extents",
       .message = fmt::format("the source {} is {}, and the target {} is {}",
                              bridge::print(layouts.from), map::extents_text(source.domain()),
                              bridge::print(layouts.to), map::extents_text(target.domain())),
       .help = is_own ? "a relaid file has its physical shape: name its layout, with the "
                        "logical shape, by --from"
                      : "both layouts are of one tensor: write the same extents"});
}

/// A stream is held in memory, up to the user's limit.
std::int64_t stream_limit(const RelayoutTensorRequest& request) {
  return std::min(request.max_memory_bytes.value_or(io::kStreamLimitBytes), io::kStreamLimitBytes);
}

core::Result<Job> prepare(const RelayoutTensorRequest& request) {
  TILEGLOT_TRY(named, value::named_type(request.dtype));
  TILEGLOT_TRY(file, request.opened != nullptr
                         ? held_tensor(std::move(*request.opened), named)
                         : open_tensor(request.input, named, stream_limit(request)));
  TILEGLOT_TRY(layouts, read_layouts(request, file));
  TILEGLOT_TRY_STATUS(check_packing(file, layouts.from));
  TILEGLOT_TRY_STATUS(check_packing(file, layouts.to));
  TILEGLOT_TRY(source, core::with_line(bridge::to_map(layouts.from), bridge::print(layouts.from)));
  TILEGLOT_TRY(target, core::with_line(bridge::to_map(layouts.to), bridge::print(layouts.to)));
  TILEGLOT_TRY_STATUS(check_size(file, layouts.from, source.codomain_size()));
  TILEGLOT_TRY_STATUS(check_extents(layouts, source, target, !request.from));
  const int bits = static_cast<int>(8 * file.item_bytes());
  TILEGLOT_TRY(plan, relayout::plan::plan(source, target, bits));
  value::Extents shape = value::stored_shape(layouts.to, target, kMaxNpyRank);
  return Job{.file = std::move(file),
             .layouts = std::move(layouts),
             .stored_shape = std::move(shape),
             .plan = std::move(plan),
             .threads = cpu::threads_meant(request.threads)};
}

std::int64_t table_bytes(const Plan& plan) {
  std::size_t entries = 0;
  for (const relayout::plan::Nest& nest : plan.nests) {
    for (const relayout::plan::Loop& loop : nest.loops) entries += loop.table.size();
  }
  return static_cast<std::int64_t>(entries * sizeof(relayout::plan::Move));
}

/// An upper bound of memory other than mapped files.
std::int64_t memory_bytes(const RelayoutTensorRequest& request, const Job& job) {
  using core::saturating_add;
  std::int64_t bytes = saturating_add(job.file.held_bytes, table_bytes(job.plan));
  if (request.dry_run) return bytes;
  bytes = saturating_add(bytes, job.threads * kThreadBytes);
  if (request.output == kStream) bytes = saturating_add(bytes, job.plan.target_bytes());
  if (!request.measure) return bytes;
  return saturating_add(bytes, core::saturating_mul(2, cpu::measured_buffer_bytes(job.plan)));
}

core::Status check_memory(const RelayoutTensorRequest& request, const Job& job) {
  const std::int64_t limit =
      request.max_memory_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  const std::int64_t needed = memory_bytes(request, job);
  if (needed <= limit) return {};
  const bool has_threads = !request.dry_run && job.threads > 1;
  const std::int64_t of_one_thread = needed - (job.threads - 1) * kThreadBytes;
  return core::fail(
      {.code = "relayout.max_memory",
       .message =
           fmt::format("{} bytes of memory are needed besides the mapped files, and {} are allowed",
                       needed, limit),
       .help = has_threads && of_one_thread <= limit
                   ? fmt::format("use fewer threads: each takes up to {} bytes", kThreadBytes)
                   : "raise --max-memory; stdin, stdout and measuring hold whole tensors"});
}

/// Runs in its own buffers, so that neither the disk nor page faults are timed.
core::Result<cpu::MoveTimes> measure(const Job& job) {
  const std::int64_t bytes = cpu::measured_buffer_bytes(job.plan);
  TILEGLOT_TRY(source, io::MemoryMapping::anonymous(bytes, "measuring"));
  TILEGLOT_TRY(target, io::MemoryMapping::anonymous(bytes, "measuring"));
  const std::span<std::byte> room = source.writable_bytes();
  const auto data = job.file.data().first(std::min(job.file.data().size(), room.size()));
  const auto rest = std::copy(data.begin(), data.end(), room.begin());
  std::fill(rest, room.end(), std::byte{0});
  return cpu::measure(job.plan, room, target.writable_bytes(), {.threads = job.threads});
}

core::Status run_plan(const RelayoutTensorRequest& request, const Job& job,
                      std::span<std::byte> target) {
  cpu::Watch watch;
  if (request.is_interrupted) {
    watch.report = [&](cpu::Progress /*progress*/) { return !request.is_interrupted(); };
  }
  auto status = cpu::execute(job.plan, job.file.data(), target, {.threads = job.threads}, watch);
  if (status || status.error()->code != "relayout.cancelled") return status;
  return core::fail({.code = "io.interrupted",
                     .message = "the work was interrupted",
                     .help = "nothing was written: the same command begins again"});
}

core::Result<Moved> move(const RelayoutTensorRequest& request, const Job& job) {
  Outputs outputs(request.force);
  TILEGLOT_TRY_STATUS(outputs.claim(request.output));
  TILEGLOT_TRY(data,
               outputs.tensor(request.output, job.file.npy.array.header.descr, job.stored_shape));
  Moved moved;
  core::Status status;
  moved.move_seconds = cpu::seconds_of([&] { status = run_plan(request, job, data); });
  TILEGLOT_TRY_STATUS(status);
  if (request.measure) {
    TILEGLOT_TRY(times, measure(job));
    moved.in_memory = times;
  }
  TILEGLOT_TRY_STATUS(job.file.npy.file.check());
  moved.finish_seconds = cpu::seconds_of([&] { status = outputs.commit(); });
  TILEGLOT_TRY_STATUS(status);
  return moved;
}

std::string padding_text(std::int64_t padding) {
  return padding == 0 ? "no padding" : core::counted(padding, "position") + " of padding";
}

void describe(Answer& answer, const Job& job) {
  const Plan& plan = job.plan;
  const std::string from = bridge::print(job.layouts.from);
  const std::string to = bridge::print(job.layouts.to);
  answer.text +=
      fmt::format("{} -> {}\nstored as {}: {} of {}, {}\n", from, to,
                  io::shape_text(job.stored_shape), core::counted(plan.elements, "element"),
                  core::counted(job.file.item_bytes(), "byte"), padding_text(plan.padding()));
  const auto& type = job.layouts.type;
  const auto extents = value::extents_of(job.layouts.from);
  answer.json = {{"from", from},
                 {"to", to},
                 {"extents", extents ? Json(*extents) : Json()},
                 {"type", type ? Json(core::name(*type)) : Json()},
                 {"elements", plan.elements},
                 {"item_bytes", job.file.item_bytes()},
                 {"stored_shape", job.stored_shape},
                 {"source_bytes", job.file.data().size()},
                 {"target_bytes", plan.target_bytes()},
                 {"padding", plan.padding()},
                 {"threads", job.threads}};
}

void describe_plan(Answer& answer, const Job& job) {
  const std::string text =
      relayout::plan::print(job.plan) + cpu::explain(job.plan, {.threads = job.threads});
  answer.text += text;
  answer.json["plan"] = text;
}

void describe(Answer& answer, const cpu::MoveTimes& times) {
  answer.text += fmt::format(
      "in memory {:.3g} s: {:.3g} GB/s; memcpy of as many bytes {:.3g} s: ratio to memcpy {:.2f}\n",
      times.move_seconds, times.gb_per_s(), times.memcpy_seconds, times.ratio_to_memcpy());
  answer.json["in_memory_seconds"] = times.move_seconds;
  answer.json["in_memory_gb_per_s"] = times.gb_per_s();
  answer.json["memcpy_seconds"] = times.memcpy_seconds;
  answer.json["ratio_to_memcpy"] = times.ratio_to_memcpy();
}

void describe(Answer& answer, const Job& job, const Moved& moved) {
  const std::int64_t bytes = cpu::traffic_bytes(job.plan);
  const double gb_per_s = cpu::gb_per_s(bytes, moved.move_seconds);
  answer.text += fmt::format(
      "moved {}, read and written, in {:.3g} s: {:.3g} GB/s on {}; written out in {:.3g} s\n",
      core::counted(bytes, "byte"), moved.move_seconds, gb_per_s,
      core::counted(job.threads, "thread"), moved.finish_seconds);
  answer.json["bytes"] = bytes;
  answer.json["seconds"] = moved.move_seconds;
  answer.json["gb_per_s"] = gb_per_s;
  answer.json["finish_seconds"] = moved.finish_seconds;
  if (moved.in_memory) describe(answer, *moved.in_memory);
}

core::Status check_target(const RelayoutTensorRequest& request) {
  if (request.to.empty()) {
    return core::fail({.code = "checkpoint.no_target",
                       .message = "nothing says where the tensor goes",
                       .help = "add --to LAYOUT"});
  }
  if (!checkpoint::is_checkpoint_path(request.output)) return {};
  return core::fail(
      {.code = "checkpoint.kind",
       .message = fmt::format("{} is one tensor, and {} would be a model",
                              request.input == kStream ? "stdin" : io::path_text(request.input),
                              io::path_text(request.output)),
       .help = "name a tensor: -o OUT.npy"});
}

}  // namespace

Reply relayout_tensor(const RelayoutTensorRequest& request) {
  TILEGLOT_TRY_STATUS(check_target(request));
  TILEGLOT_TRY(job, prepare(request));
  TILEGLOT_TRY_STATUS(check_memory(request, job));
  Answer answer;
  describe(answer, job);
  if (!request.from && answer.json["from"] == answer.json["to"]) {
    answer.text += "no element moves: if the file has another layout, name it by --from\n";
  }
  if (request.print_plan) describe_plan(answer, job);
  if (request.dry_run) {
    answer.text += "dry run: nothing is written\n";
  } else {
    TILEGLOT_TRY(moved, move(request, job));
    describe(answer, job, moved);
  }
  answer.json["written"] = !request.dry_run;
  if (request.output == kStream) answer.note = std::exchange(answer.text, "");
  return answer;
}

}  // namespace tileglot::api::files
