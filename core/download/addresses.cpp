// SPDX-License-Identifier: Apache-2.0
#include "download/addresses.h"

#include <curl/curl.h>

#include <cctype>
#include <cstring>
#include <memory>

namespace fw::download {

namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, FreeUrl>;

Url parse_url(const std::string& address) {
  Url url(curl_url());
  if (url && curl_url_set(url.get(), CURLUPART_URL, address.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
    url.reset();
  return url;
}

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return "";
  std::string copy = text;
  curl_free(text);
  return copy;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string absolute_address(const std::string& base, const std::string& link) {
  const Url url = parse_url(base);
  if (!url || curl_url_set(url.get(), CURLUPART_URL, link.c_str(), 0) != CURLUE_OK) return "";
  curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
  return part_of(url.get(), CURLUPART_URL);
}

std::string shown_address(const std::string& address) {
  const Url url = parse_url(address);
  if (!url) return address;
  for (const CURLUPart part : {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY})
    curl_url_set(url.get(), part, nullptr, 0);
  return part_of(url.get(), CURLUPART_URL);
}

std::string escaped(const std::string& text, const char* kept) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string plain;
  for (const unsigned char c : text) {
    const bool is_plain = (c < 128 && std::isalnum(c) != 0) ||
                          (c != 0 && std::strchr("-_.~", c) != nullptr) ||
                          (c != 0 && std::strchr(kept, c) != nullptr);
    if (is_plain)
      plain += static_cast<char>(c);
    else
      (plain += '%') += {digits[c >> 4], digits[c & 15]};
  }
  return plain;
}

std::string file_address(const std::filesystem::path& file) {
  return "file://" + escaped(std::filesystem::absolute(file).string(), "/+");
}

std::string host_of(const std::string& address) {
  const Url url = parse_url(address);
  if (!url) return address;
  const std::string port = part_of(url.get(), CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
  return part_of(url.get(), CURLUPART_HOST) + (port.empty() ? "" : ":" + port);
}

bool may_share_secrets(const std::string& owner, const std::string& address) {
  const Url own = parse_url(owner), other = parse_url(address);
  if (!own || !other) return false;
  const auto both = [&](CURLUPart part) {
    return std::pair(lower(part_of(own.get(), part, CURLU_DEFAULT_PORT)),
                     lower(part_of(other.get(), part, CURLU_DEFAULT_PORT)));
  };
  const auto host = both(CURLUPART_HOST), scheme = both(CURLUPART_SCHEME), port = both(CURLUPART_PORT);
  if (host.first.empty() || host.first != host.second) return false;
  if (scheme.first == scheme.second) return port.first == port.second;
  return scheme == std::pair<std::string, std::string>("http", "https") &&
         port == std::pair<std::string, std::string>("80", "443");
}

}  // namespace fw::download
