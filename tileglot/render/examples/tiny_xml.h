// SPDX-License-Identifier: Apache-2.0
// tiny_xml.h: parses XML for tests.
//
// What     parse_xml(text) is the tree of elements; nothing if the text is not well-formed, as far
//          as elements, attributes and the five named and the decimal references go.
// Why      Tests check what a reader makes of the file, not what its writer meant.
// Example  parse_xml("<a b='1'>x&lt;</a>") is the element a with attribute b and text "x<".
//          [tests: web/svg_test.cc, "the reader refuses what is not well formed"]
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::render {

struct Element {
  std::string name = {};
  std::map<std::string, std::string> attributes = {};
  std::string text = {};  ///< directly in the element
  std::vector<Element> children = {};

  bool has(const std::string& key) const { return attributes.contains(key); }
  /// Empty if absent.
  std::string attribute(const std::string& key) const;
  /// The first child of that name.
  const Element* child(std::string_view wanted) const;
};

std::optional<Element> parse_xml(std::string_view text);

}  // namespace tileglot::render
