// SPDX-License-Identifier: Apache-2.0
#include <curl/curl.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "base/json_text.h"
#include "captioning/captioner.h"
#include "captioning/captioner_errors.h"

namespace fw::captioning {

namespace {

constexpr size_t most_answer = 1 << 20;

std::string base64(const std::vector<uint8_t>& bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = static_cast<uint32_t>(bytes[i]) << 16;
    if (i + 1 < bytes.size()) group |= static_cast<uint32_t>(bytes[i + 1]) << 8;
    if (i + 2 < bytes.size()) group |= bytes[i + 2];
    for (int k = 0; k < 4; ++k) text += digits[group >> (18 - 6 * k) & 63];
  }
  for (size_t k = 0; k < (3 - bytes.size() % 3) % 3; ++k) text[text.size() - 1 - k] = '=';
  return text;
}

/// A chat completions request of the OpenAI API with embedded pictures.
std::string request_body(const Captioner& captioner, const std::vector<std::vector<uint8_t>>& jpegs) {
  nlohmann::json content = nlohmann::json::array();
  for (const auto& jpeg : jpegs) {
    content.push_back(
        {{"type", "image_url"}, {"image_url", {{"url", "data:image/jpeg;base64," + base64(jpeg)}}}});
  }
  content.push_back({{"type", "text"}, {"text", captioner.prompt}});
  return nlohmann::json{{"model", captioner.model}, {"messages", {{{"role", "user"}, {"content", content}}}}}
      .dump();
}

size_t take_answer(char* bytes, size_t size, size_t count, void* answer) {
  auto& text = *static_cast<std::string*>(answer);
  if (text.size() + size * count > most_answer) return 0;  // aborts the transfer
  text.append(bytes, size * count);
  return size * count;
}

int asked_to_stop(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

std::string endpoint(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url.ends_with("/chat/completions") ? url : url + "/chat/completions";
}

/// A server's message may quote the key that it was sent.
std::string without_key(std::string text, const std::string& key) {
  for (size_t at = 0; !key.empty() && (at = text.find(key, at)) != std::string::npos;)
    text.replace(at, key.size(), "***");
  return text;
}

}  // namespace

std::string caption_of_answer(const std::string& answer) {
  const auto json = parse_json(answer);
  try {
    return json.at("choices").at(0).at("message").at("content").get<std::string>();
  } catch (const nlohmann::json::exception&) {
    throw Error(captioner_failed,
                {{"reason", "the server's answer is no chat completion: " + answer.substr(0, 200)}});
  }
}

std::string api_key(const Captioner& captioner) {
  if (captioner.url.empty() || captioner.api_key_variable.empty()) return {};
  const char* const value = std::getenv(captioner.api_key_variable.c_str());
  const std::string key = value != nullptr ? value : "";
  if (key.empty())
    throw Error(bad_captioner, {{"reason", "the variable " + captioner.api_key_variable + " is not set"}});
  if (std::ranges::any_of(key, [](unsigned char c) { return c <= ' ' || c > '~'; }))
    throw Error(bad_captioner, {{"reason", "the key in " + captioner.api_key_variable +
                                               " holds spaces or letters that no key has"}});
  return key;
}

std::string caption_by_server(const Captioner& captioner, const std::vector<std::vector<uint8_t>>& jpegs,
                              const std::stop_token& stop) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(
      curl_slist_append(nullptr, "Content-Type: application/json"), curl_slist_free_all);
  const std::string key = api_key(captioner);
  if (!key.empty())
    headers.reset(curl_slist_append(headers.release(), ("Authorization: Bearer " + key).c_str()));
  const std::string body = request_body(captioner, jpegs);
  std::string answer;
  curl_easy_setopt(curl.get(), CURLOPT_URL, endpoint(captioner.url).c_str());
  curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, take_answer);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer);
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(captioner.timeout_s * 1000));
  curl_easy_setopt(curl.get(), CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl.get(), CURLOPT_XFERINFOFUNCTION, asked_to_stop);
  curl_easy_setopt(curl.get(), CURLOPT_XFERINFODATA, &stop);
  const CURLcode code = curl_easy_perform(curl.get());
  if (code == CURLE_ABORTED_BY_CALLBACK) throw Cancelled();
  if (code != CURLE_OK) throw Error(captioner_failed, {{"reason", curl_easy_strerror(code)}});
  long status = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status != 200) {
    throw Error(captioner_failed, {{"reason", "the server answered " + std::to_string(status) + ": " +
                                                  without_key(answer, key).substr(0, 200)}});
  }
  return caption_of_answer(without_key(answer, key));
}

}  // namespace fw::captioning
