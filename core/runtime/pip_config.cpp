// SPDX-License-Identifier: Apache-2.0
#include "runtime/pip_config.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

namespace fw::runtime {

namespace fs = std::filesystem;

namespace {

using Values = std::map<std::string, std::string>;

std::string trimmed(const std::string& text) {
  const char* const blank = " \t\r\n";
  const size_t first = text.find_first_not_of(blank);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// pip accepts both.
std::string with_hyphens(std::string key) {
  std::ranges::replace(key, '_', '-');
  std::ranges::transform(key, key.begin(), [](unsigned char c) { return std::tolower(c); });
  return key;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

/// In pip's order: later ones override earlier ones.
std::vector<fs::path> files() {
  std::vector<fs::path> all;
  const std::string only = variable("PIP_CONFIG_FILE"), home = variable("HOME");
  if (only == "/dev/null") return all;
  std::istringstream folders(variable("XDG_CONFIG_DIRS").empty() ? "/etc/xdg" : variable("XDG_CONFIG_DIRS"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty()) all.push_back(fs::path(folder) / "pip/pip.conf");
  all.emplace_back("/etc/pip.conf");
  const std::string config = variable("XDG_CONFIG_HOME");
  all.push_back(fs::path(home) / ".pip/pip.conf");
  all.push_back((config.empty() ? fs::path(home) / ".config" : fs::path(config)) / "pip/pip.conf");
  if (const std::string site = variable("VIRTUAL_ENV"); !site.empty())
    all.push_back(fs::path(site) / "pip.conf");
  if (!only.empty()) all.emplace_back(only);
  return all;
}

Values all_values() {
  Values values;
  for (const fs::path& file : files()) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (in) text << in.rdbuf();
    for (auto& [key, value] : parse_pip_conf(text.str())) values[key] = value;
  }
  for (const char* key : {"index-url", "extra-index-url", "find-links", "trusted-host", "cert", "proxy",
                          "timeout", "default-timeout", "retries", "no-index"}) {
    std::string name = std::string("PIP_") + key;
    std::ranges::replace(name, '-', '_');
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    if (const std::string value = variable(name.c_str()); !value.empty()) values[key] = value;
  }
  return values;
}

/// pip's default index. -I: does not import a pip.py from the current folder.
std::string built_in_index() {
  const char* const command =
      "python3 -I -c 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)' 2>/dev/null "
      "</dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command, "r"), &::pclose);
  char text[512] = "";
  if (!pipe || std::fgets(text, sizeof text, pipe.get()) == nullptr) return "";
  const std::string address = trimmed(text);
  return address.starts_with("http") ? address : "";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_pip_conf(const std::string& text) {
  std::map<std::string, Values> sections;
  std::string section, key;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string content = trimmed(line);
    if (content.empty() || content.front() == '#' || content.front() == ';') continue;
    if (const bool goes_on = line.front() == ' ' || line.front() == '\t'; goes_on && !key.empty()) {
      sections[section][key] += " " + content;
    } else if (content.front() == '[') {
      section = content.substr(1, content.find(']') - 1);
      key.clear();
    } else if (const size_t at = content.find_first_of("=:"); at != std::string::npos) {
      key = with_hyphens(trimmed(content.substr(0, at)));
      sections[section][key] = trimmed(content.substr(at + 1));
    }
  }
  Values values = sections["global"];
  for (const auto& [name, value] : sections["install"]) values[name] = value;
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [name, value] : values) all.emplace_back(name, trimmed(value));
  return all;
}

IndexSettings pip_settings() {
  Values values = all_values();
  IndexSettings settings;
  const auto number = [&](const char* key, auto& target) {
    if (const int value = std::atoi(values[key].c_str()); value > 0) target = value;
  };
  const std::string none = values["no-index"];
  if (none.empty() || none == "0" || none == "false" || none == "no") {
    settings.indexes = words(values["index-url"]);
    if (settings.indexes.empty())
      if (std::string own = built_in_index(); !own.empty()) settings.indexes.push_back(std::move(own));
    for (std::string& extra : words(values["extra-index-url"])) settings.indexes.push_back(std::move(extra));
  }
  settings.find_links = words(values["find-links"]);
  settings.network.trusted_hosts = words(values["trusted-host"]);
  settings.network.certificates = values["cert"];
  settings.network.proxy = values["proxy"];
  number("default-timeout", settings.network.timeout_s);
  number("timeout", settings.network.timeout_s);
  number("retries", settings.network.retries);
  return settings;
}

}  // namespace fw::runtime
