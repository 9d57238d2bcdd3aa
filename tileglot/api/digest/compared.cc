// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/compared.h"

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/relayout/digest/text.h"

namespace tileglot::api {
namespace {

/// More names would not tell more.
constexpr std::size_t kMostNames = 4;

std::map<std::string, DigestDifference> side_by_side(const NamedDigests& tensors,
                                                     const NamedDigests& against) {
  std::map<std::string, DigestDifference> pairs;
  for (const NamedDigest& tensor : tensors)
    pairs[tensor.name].digest = relayout::digest::print(tensor.digest);
  for (const NamedDigest& tensor : against)
    pairs[tensor.name].against = relayout::digest::print(tensor.digest);
  return pairs;
}

}  // namespace

std::vector<DigestDifference> differences_of(const NamedDigests& tensors,
                                             const NamedDigests& against) {
  std::unordered_map<std::string, std::vector<std::string>> names;
  for (const NamedDigest& tensor : against) {
    std::vector<std::string>& same = names[relayout::digest::print(tensor.digest)];
    if (same.size() < kMostNames) same.push_back(tensor.name);
  }
  std::vector<DigestDifference> differences;
  for (auto& [name, pair] : side_by_side(tensors, against)) {
    if (pair.digest == pair.against) continue;
    pair.name = name;
    const auto same = names.find(pair.digest);
    if (same != names.end()) pair.same_as = same->second;
    differences.push_back(std::move(pair));
  }
  return differences;
}

}  // namespace tileglot::api
