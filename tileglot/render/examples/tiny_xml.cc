// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/examples/tiny_xml.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tileglot::render {
namespace {

bool is_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '-' || character == ':';
}

/// The character of a reference between & and ;.
std::optional<char> referred(std::string_view name) {
  static const std::map<std::string_view, char> named{
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  if (const auto found = named.find(name); found != named.end()) return found->second;
  int code = 0;
  if (!name.starts_with('#')) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), code);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return code > 0 && code < 128 ? std::optional(static_cast<char>(code)) : std::nullopt;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (text[0] != '&') {
      result += text[0];
      text.remove_prefix(1);
      continue;
    }
    const std::size_t end = text.find(';');
    if (end == std::string_view::npos) return std::nullopt;
    const auto character = referred(text.substr(1, end - 1));
    if (!character) return std::nullopt;
    result += *character;
    text.remove_prefix(end + 1);
  }
  return result;
}

/// Takes elements from the front of the remaining text.
class Reader {
 public:
  explicit Reader(std::string_view text) : left_(text) {}

  std::optional<Element> document() {
    auto element = this->element();
    if (!element || left_.find_first_not_of(" \n") != std::string_view::npos) return std::nullopt;
    return element;
  }

 private:
  bool take(std::string_view wanted) {
    if (!left_.starts_with(wanted)) return false;
    left_.remove_prefix(wanted.size());
    return true;
  }

  std::string_view take_until(std::size_t end) {
    const std::string_view taken = left_.substr(0, end);
    left_.remove_prefix(taken.size());
    return taken;
  }

  std::string name() {
    const auto* const end = std::find_if_not(left_.begin(), left_.end(), is_name);
    return std::string(take_until(static_cast<std::size_t>(end - left_.begin())));
  }

  bool attribute(Element& element) {
    const std::string key = name();
    if (key.empty() || !take("=\"")) return false;
    const auto value = unescaped(take_until(left_.find_first_of("\"<")));
    return value && take("\"") && element.attributes.emplace(key, *value).second;
  }

  bool text(Element& element) {
    const std::string_view raw = take_until(left_.find('<'));
    const auto value = unescaped(raw);
    if (!value || raw.find("]]>") != std::string_view::npos) return false;
    element.text += *value;
    return true;
  }

  std::optional<Element> element() {
    Element element;
    if (!take("<")) return std::nullopt;
    element.name = name();
    if (element.name.empty()) return std::nullopt;
    while (take(" ")) {
      if (!attribute(element)) return std::nullopt;
    }
    if (take("/>")) return element;
    if (!take(">")) return std::nullopt;
    while (text(element)) {
      if (take("</"))
        return name() == element.name && take(">") ? std::optional(element) : std::nullopt;
      auto child = this->element();
      if (!child) return std::nullopt;
      element.children.push_back(*std::move(child));
    }
    return std::nullopt;
  }

  std::string_view left_;
};

}  // namespace

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

const Element* Element::child(std::string_view wanted) const {
  for (const Element& candidate : children) {
    if (candidate.name == wanted) return &candidate;
  }
  return nullptr;
}

std::optional<Element> parse_xml(std::string_view text) {
  const bool is_allowed = std::none_of(text.begin(), text.end(), [](char character) {
    return static_cast<unsigned char>(character) < 0x20 && character != '\n' && character != '\t';
  });
  return is_allowed ? Reader(text).document() : std::nullopt;
}

}  // namespace tileglot::render
