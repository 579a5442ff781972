// SPDX-License-Identifier: Apache-2.0
#include "hub/hub_settings.h"

#include <algorithm>
#include <cstdlib>

#include "base/atomic_file.h"
#include "hub/hub_errors.h"

namespace fw::hub {

namespace fs = std::filesystem;

namespace {

constexpr const char* public_hub = "https://huggingface.co";
constexpr size_t longest_token = 4096;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The first of these variables that is set.
std::string first_of(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string value = variable(name); !value.empty()) return value;
  return "";
}

bool is_on(std::string value) {
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::toupper(c); });
  return value == "1" || value == "ON" || value == "YES" || value == "TRUE";
}

/// Replaces ~ and $NAME, as the hub's client does.
fs::path expanded(const std::string& text) {
  std::string path = text;
  if (path == "~" || path.starts_with("~/")) path = variable("HOME") + path.substr(1);
  std::string result;
  for (size_t i = 0; i < path.size();) {
    const bool has_braces = path.compare(i, 2, "${") == 0;
    size_t end = i + (has_braces ? 2 : 1);
    const size_t start = end;
    while (end < path.size() &&
           (std::isalnum(static_cast<unsigned char>(path[end])) != 0 || path[end] == '_'))
      ++end;
    const std::string name = path.substr(start, end - start);
    const bool closed = !has_braces || (end < path.size() && path[end] == '}');
    if (path[i] != '$' || name.empty() || !closed || std::getenv(name.c_str()) == nullptr) {
      result += path[i++];
      continue;
    }
    result += variable(name.c_str());
    i = end + (has_braces ? 1 : 0);
  }
  return result;
}

fs::path home_of_hub() {
  if (const std::string own = variable("HF_HOME"); !own.empty()) return expanded(own);
  const std::string cache = variable("XDG_CACHE_HOME");
  return (cache.empty() ? expanded("~/.cache") : expanded(cache)) / "huggingface";
}

std::string token_of_user() {
  if (is_on(variable("HF_HUB_DISABLE_IMPLICIT_TOKEN"))) return "";
  if (std::string token = cleaned_token(first_of({"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})); !token.empty())
    return token;
  const std::string own = variable("HF_TOKEN_PATH");
  const fs::path file = own.empty() ? home_of_hub() / "token" : expanded(own);
  std::error_code error;
  return fs::is_regular_file(file, error) ? cleaned_token(read_file(file, longest_token)) : "";
}

}  // namespace

std::string cleaned_token(const std::string& text) {
  const char* const blank = " \t\r\n";
  const size_t first = text.find_first_not_of(blank);
  if (first == std::string::npos) return "";
  std::string token = text.substr(first, text.find_last_not_of(blank) - first + 1);
  const bool is_token = std::ranges::all_of(token, [](char c) { return c > ' ' && c < '\x7f'; });
  if (!is_token) throw Error(bad_token);
  return token;
}

HubSettings hub_settings() {
  HubSettings settings{.endpoint = variable("HF_ENDPOINT"), .cache = {}};
  if (settings.endpoint.empty()) settings.endpoint = public_hub;
  while (settings.endpoint.ends_with('/')) settings.endpoint.pop_back();
  const std::string cache = first_of({"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"});
  settings.cache = cache.empty() ? home_of_hub() / "hub" : expanded(cache);
  settings.token = token_of_user();
  settings.offline = is_on(first_of({"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}));
  settings.network.certificates = first_of({"REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"});
  if (const int timeout = std::atoi(variable("HF_HUB_DOWNLOAD_TIMEOUT").c_str()); timeout > 0)
    settings.network.timeout_s = timeout;
  return settings;
}

}  // namespace fw::hub
