// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/named_sharding.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/mesh_reader.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/detail/spec_reader.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/partition_spec.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Status;

tl::unexpected<core::Error> bad_sharding(std::string message, core::Span span) {
  return fail({.code = "mesh.sharding",
               .message = std::move(message),
               .span = span,
               .help = "write NamedSharding(mesh=Mesh('x': 4, 'y': 2), spec=P('x', None))"});
}

class ShardingReader {
 public:
  explicit ShardingReader(Scanner& scanner) : scanner_(scanner) {}

  Result<NamedSharding> read() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    if (!detail::accept_call(scanner_, "NamedSharding")) {
      return bad_sharding("expected NamedSharding(..)", scanner_.here());
    }
    while (!scanner_.accept(')')) {
      TILEGLOT_TRY_STATUS(read_item());
      TILEGLOT_TRY(closed, detail::accept_close(scanner_, ')', "an item of NamedSharding"));
      if (closed) break;
    }
    const core::Span whole = scanner_.span_from(begin);
    if (!mesh_) return bad_sharding("the sharding has no mesh", whole);
    if (!spec_) return bad_sharding("the sharding has no spec", whole);
    return NamedSharding{.mesh = *std::move(mesh_),
                         .spec = *std::move(spec_),
                         .memory_kind = std::move(memory_kind_)};
  }

 private:
  Status read_item() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    const std::string_view key = scanner_.name();
    const core::Span span = scanner_.span_from(begin);
    const bool is_again = (key == "mesh" && mesh_) || (key == "spec" && spec_) ||
                          (key == "memory_kind" && !memory_kind_.empty());
    if (is_again) return bad_sharding(fmt::format("{} is there twice", key), span);
    if (key != "mesh" && key != "spec" && key != "memory_kind") {
      return bad_sharding("an item is mesh=, spec= or memory_kind=", span);
    }
    TILEGLOT_TRY_STATUS(scanner_.expect("=", fmt::format("after {}", key)));
    if (key == "mesh") return read_mesh();
    return key == "spec" ? read_spec() : read_memory_kind();
  }

  Status read_mesh() {
    TILEGLOT_TRY(mesh, detail::read_mesh(scanner_, detail::MeshText::kPart));
    mesh_ = std::move(mesh);
    return {};
  }

  Status read_spec() {
    TILEGLOT_TRY(spec, detail::read_partition_spec(scanner_));
    spec_ = std::move(spec);
    return {};
  }

  Status read_memory_kind() {
    if (detail::accept_word(scanner_, "None")) return {};
    TILEGLOT_TRY(kind, detail::read_name(scanner_, "a kind of memory"));
    memory_kind_ = std::move(kind);
    return {};
  }

  Scanner& scanner_;
  std::optional<Mesh> mesh_;
  std::optional<PartitionSpec> spec_;
  std::string memory_kind_;
};

/// Without quotes, as JAX prints it, where that is read back.
std::string kind_text(const std::string& kind) {
  if (kind.empty()) return "";
  Scanner scanner(kind);
  const bool is_plain = scanner.name() == kind && kind != "None";
  return is_plain ? fmt::format(", memory_kind={}", kind) : fmt::format(", memory_kind='{}'", kind);
}

}  // namespace

Result<NamedSharding> parse_named_sharding(std::string_view text) {
  Scanner scanner(text);
  TILEGLOT_TRY(sharding, ShardingReader(scanner).read());
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the sharding"));
  return std::move(sharding);
}

std::string print(const NamedSharding& sharding) {
  return fmt::format("NamedSharding(mesh={}, spec={}{})", print_as_jax(sharding.mesh),
                     print(sharding.spec), kind_text(sharding.memory_kind));
}

}  // namespace tileglot::notation::mesh
