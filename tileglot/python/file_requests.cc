// SPDX-License-Identifier: Apache-2.0
// file_requests.cc: requests on files of tensors and of models.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "tileglot/api/files/input/kind_of_input.h"
#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/api/files/inspect.h"
#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/files/relayout.h"
#include "tileglot/api/files/relayout_checkpoint.h"
#include "tileglot/api/files/verify.h"
#include "tileglot/api/files/verify_checkpoint.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/options.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/python/requests.h"
#include "tileglot/python/texts.h"
#include "tileglot/python/watched.h"

namespace tileglot::python {
namespace {

namespace files = api::files;

/// Runs a request on a helper thread, since a model takes long.
nb::tuple listened(const std::function<api::Reply(const Stop&)>& ask,
                   const std::function<void()>& tell) {
  const files::FaultsAsErrors faults;
  api::Reply reply = core::fail(core::Error());
  listen([&](const Stop& stop) { reply = ask(stop); }, tell);
  const api::Answer answer = value_of(std::move(reply));
  tell();
  return object_of(answer);
}

/// The latest report of the thread that moves.
class Latest {
 public:
  void set(const files::RelayoutProgress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
  }
  /// Once for each report.
  std::optional<files::RelayoutProgress> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(progress_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<files::RelayoutProgress> progress_ = {};
};

nb::tuple inspect(nb::handle path, nb::dict given) {
  files::InspectRequest request{.path = path_of(path)};
  Options options("inspect", std::move(given));
  options.take("dtype", request.dtype);
  options.finish();
  const files::FaultsAsErrors faults;
  return answered([&] { return files::inspect(request); });
}

files::RelayoutArguments arguments_of(nb::dict given) {
  files::RelayoutArguments arguments;
  Options options("relayout", std::move(given));
  options.take_path("input", arguments.asked.input);
  options.take_path("output", arguments.asked.output);
  options.take("to", arguments.asked.to);
  options.take("dtype", arguments.asked.dtype);
  options.take("maps", arguments.asked.maps);
  options.take("dtype_rules", arguments.asked.dtype_rules);
  options.take("threads", arguments.asked.threads);
  options.take("max_memory_bytes", arguments.asked.max_memory_bytes);
  options.take("replace", arguments.asked.force);
  options.take("dry_run", arguments.asked.dry_run);
  options.take("from", arguments.from);
  options.take("plan", arguments.print_plan);
  options.take("verbose", arguments.verbose);
  options.take("measure", arguments.measure);
  options.finish();
  if (is_forked()) {
    // The threads of the process that forked are not in this one.
    arguments.asked.on_this_thread = true;
    arguments.asked.threads = 1;
  }
  return arguments;
}

api::Reply relayout_tensor(files::RelayoutTensorRequest request, const Stop& stop) {
  request.is_interrupted = [&] { return stop.load(); };
  return files::relayout_tensor(request);
}

api::Reply relayout_model(files::RelayoutCheckpointRequest request, Latest& latest,
                          const Stop& stop) {
  request.asked.progress = [&](const files::RelayoutProgress& progress) { latest.set(progress); };
  request.asked.is_interrupted = [&] { return stop.load(); };
  return files::relayout_checkpoint(request);
}

nb::tuple relayout(nb::dict given, nb::handle progress) {
  const files::RelayoutArguments arguments = arguments_of(std::move(given));
  Latest latest;
  const auto ask = [&](const Stop& stop) -> api::Reply {
    TILEGLOT_TRY(request, files::request_of(arguments));
    const auto* tensor = std::get_if<files::RelayoutTensorRequest>(&request);
    if (tensor != nullptr) return relayout_tensor(*tensor, stop);
    return relayout_model(std::get<files::RelayoutCheckpointRequest>(std::move(request)), latest,
                          stop);
  };
  const auto tell = [&] {
    const auto at = latest.take();
    if (!at || progress.is_none()) return;
    progress(at->done_bytes, at->total_bytes, at->moved_bytes, at->tensors, at->done_tensors,
             at->seconds);
  };
  return listened(ask, tell);
}

nb::tuple verify(nb::dict given) {
  files::VerifyTensorRequest arguments;
  Options options("verify", std::move(given));
  options.take_path("output", arguments.output);
  options.take_path("against", arguments.against);
  options.take("layout", arguments.layout);
  options.take("against_layout", arguments.against_layout);
  options.take("dtype", arguments.dtype);
  options.take("threads", arguments.threads);
  options.finish();
  const files::FaultsAsErrors faults;
  return answered([&]() -> api::Reply {
    TILEGLOT_TRY(request, files::request_of(arguments));
    const auto* tensor = std::get_if<files::VerifyTensorRequest>(&request);
    if (tensor != nullptr) return files::verify_tensor(*tensor);
    return files::verify_checkpoint(std::get<files::VerifyCheckpointRequest>(request));
  });
}

}  // namespace

void bind_file_requests(nb::module_& module) {
  module.def("file_inspect", inspect, nb::arg("path"), nb::arg("options"),
             nb::sig("def file_inspect(path: str, options: dict[str, typing.Any]) "
                     "-> tuple[str, str, int, str]"));
  module.def("file_relayout", relayout, nb::arg("options"), nb::arg("progress") = nb::none(),
             nb::sig("def file_relayout(options: dict[str, typing.Any], "
                     "progress: typing.Callable[..., object] | None = None) "
                     "-> tuple[str, str, int, str]"));
  module.def("file_verify", verify, nb::arg("options"),
             nb::sig("def file_verify(options: dict[str, typing.Any]) "
                     "-> tuple[str, str, int, str]"));
}

}  // namespace tileglot::python
