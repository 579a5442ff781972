// SPDX-License-Identifier: Apache-2.0
#include "runtime/package_index.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/join.h"
#include "base/paths.h"
#include "download/addresses.h"
#include "runtime/runtime_errors.h"

namespace fw::runtime {

namespace fs = std::filesystem;

namespace {

/// The five characters that HTML must escape.
std::string unescaped_html(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    bool found = false;
    for (const auto& [name, letter] :
         {std::pair{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}) {
      if (found || text.compare(i, std::string_view(name).size(), name) != 0) continue;
      plain += letter;
      i += std::string_view(name).size() - 1;
      found = true;
    }
    if (!found) plain += text[i];
  }
  return plain;
}

std::string unescaped_address(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
        std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0) {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// The value of an attribute in a tag; empty if missing.
std::string attribute(const std::string& tag, const std::string& name) {
  size_t at = tag.find(name);
  if (at == std::string::npos) return "";
  at = tag.find_first_not_of(" \t\r\n=", at + name.size());
  if (at == std::string::npos) return "";
  const char quote = tag[at];
  if (quote != '"' && quote != '\'') return tag.substr(at, tag.find_first_of(" \t\r\n", at) - at);
  const size_t end = tag.find(quote, at + 1);
  return end == std::string::npos ? "" : tag.substr(at + 1, end - at - 1);
}

Link make_link(const std::string& href, const std::string& page) {
  Link link;
  const size_t fragment = href.find('#');
  if (const std::string sign = "sha256="; fragment != std::string::npos)
    if (const size_t hash = href.find(sign, fragment); hash != std::string::npos)
      link.sha256 = href.substr(hash + sign.size(), 64);
  link.address = download::absolute_address(page, href.substr(0, fragment));
  const std::string path = link.address.substr(0, link.address.find('?'));
  link.file_name = unescaped_address(path.substr(path.rfind('/') + 1));
  return link;
}

/// Normalises a name as package indexes do, and as wheels write it.
std::string normalized(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return c == '_' || c == '.' ? '-' : std::tolower(c); });
  return name;
}

bool fits_this_system(const Link& link, const Wheel& wheel) {
  const std::string name = normalized(link.file_name);
  const auto has = [&](const char* tag) { return name.find(tag) != std::string::npos; };
  return name.starts_with(normalized(wheel.name + "-" + wheel.version) + "-") &&
         link.file_name.ends_with(".whl") && (has("x86-64") || has("-any-whl")) &&
         (has("-cp311-") || has("-py3-") || has("-py2-py3-"));
}

std::vector<Link> links_in_folder(const fs::path& folder) {
  std::vector<Link> links;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    links.push_back({entry.path().filename().string(), download::file_address(entry.path()), ""});
  return links;
}

/// Links from a page, the folder of a path or file address, or a list in a file.
std::vector<Link> links_at(const std::string& place, download::Transfer& transfer) {
  const std::string scheme = "file://";
  const fs::path path = place.starts_with(scheme) ? unescaped_address(place.substr(scheme.size())) : place;
  std::error_code error;
  if (fs::is_directory(path, error)) return links_in_folder(path);
  const std::string address = fs::exists(path, error) ? download::file_address(path) : place;
  if (address.find("://") == std::string::npos) return {};
  const download::Answer page = transfer.page({address});
  if (page.found()) return links_of(page.text, page.address);
  constexpr long not_found = 404, gone = 410;
  if (page.status != not_found && page.status != gone) download::refuse(page);
  return {};
}

std::string page_of(const std::string& index, const std::string& name) {
  return (index.ends_with('/') ? index : index + "/") + normalized(name) + "/";
}

}  // namespace

std::vector<Link> links_of(const std::string& html, const std::string& address) {
  std::vector<Link> links;
  for (size_t at = html.find("<a"); at != std::string::npos; at = html.find("<a", at + 2)) {
    const size_t end = html.find('>', at);
    if (end == std::string::npos) break;
    const std::string href = unescaped_html(attribute(html.substr(at, end - at), "href"));
    if (Link link = make_link(href, address); !href.empty() && !link.address.empty())
      links.push_back(std::move(link));
  }
  return links;
}

std::vector<std::string> find_wheel(const Wheel& wheel, const IndexSettings& settings,
                                    download::Transfer& transfer) {
  std::vector<std::string> places = settings.find_links;
  for (const std::string& index : settings.indexes) places.push_back(page_of(index, wheel.name));
  if (places.empty()) throw Error(no_index);
  std::vector<std::string> fitting;
  std::string asked;
  std::optional<Error> failure;
  for (const std::string& place : places) {
    append_item(asked, download::shown_address(place));
    try {
      for (const Link& link : links_at(place, transfer)) {
        if (link.sha256 == wheel.sha256) return {link.address};
        if (link.sha256.empty() && fits_this_system(link, wheel)) fitting.push_back(link.address);
      }
    } catch (const Error& error) {
      failure = error;  // another source may have it
    }
  }
  if (fitting.empty() && failure) throw *failure;
  if (fitting.empty() && settings.indexes.empty()) throw Error(no_index);
  if (fitting.empty()) throw Error(not_on_index, {{"package", wheel.title()}, {"index", asked}});
  return fitting;
}

}  // namespace fw::runtime
