// SPDX-License-Identifier: Apache-2.0
#include "runtime/transfer.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "base/paths.h"
#include "runtime/runtime_errors.h"

namespace fw::runtime {

namespace {

constexpr size_t most_page = size_t{64} << 20;
constexpr long range_not_satisfiable = 416, not_found = 404, gone = 410;

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

std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return "";
  const std::string copy = text;
  curl_free(text);
  return copy;
}

/// Location of this system's certificate authorities: the library in a package only knows Debian's location.
const std::string& system_certificates() {
  static const std::string found = [] {
    std::error_code error;
    for (const char* file :
         {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem"})
      if (std::filesystem::exists(file, error)) return std::string(file);
    return std::string();
  }();
  return found;
}

/// Waits, but returns early on a stop request.
void pause(int seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, stop, std::chrono::seconds(seconds), [] { return false; });
  if (stop.stop_requested()) throw Cancelled();
}

bool is_worth_another_try(CURLcode code, long status) {
  if (code == CURLE_OK) return status >= 500 || status == 408 || status == 429;
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_FILE_COULDNT_READ_FILE:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_TOO_MANY_REDIRECTS:
      return false;
    default:
      return true;
  }
}

}  // namespace

/// One page or file, over all attempts.
struct Transfer::Request {
  std::string address;
  std::filesystem::path file{};  ///< empty: writes into `text`
  uint64_t most_bytes = most_page;
  std::function<void(uint64_t)> progress{};
  std::string text{};
  int descriptor = -1;
  uint64_t there = 0;  ///< bytes of the file
  int write_error = 0;
  const std::stop_token* stop = nullptr;
  void* curl = nullptr;

  ~Request() {
    if (descriptor >= 0) ::close(descriptor);
  }

  void open() {
    if (file.empty()) return;
    descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor < 0) throw_write_error(errno);
    there = static_cast<uint64_t>(::lseek(descriptor, 0, SEEK_END));
  }

  void start_anew() {
    if (descriptor >= 0 && ::ftruncate(descriptor, 0) != 0) throw_write_error(errno);
    there = 0;
  }

  [[noreturn]] void throw_write_error(int error) const {
    throw Error(write_failed, {{"file", to_utf8(file)}, {"reason", std::strerror(error)}});
  }

  long status() const {
    long value = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &value);
    return value;
  }

  /// @return whether all bytes were accepted
  bool take(const char* bytes, size_t size) {
    const long now = status();
    if (now >= 400) return true;  // an error page
    if (descriptor < 0) {
      if (text.size() + size > most_bytes) return false;
      text.append(bytes, size);
      return true;
    }
    while (size > 0) {
      const ssize_t written = ::write(descriptor, bytes, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        write_error = errno;
        return false;
      }
      bytes += written;
      size -= static_cast<size_t>(written);
      there += static_cast<uint64_t>(written);
    }
    if (progress) progress(there);
    return there <= most_bytes;
  }
};

Transfer::Transfer(IndexSettings settings, std::stop_token stop)
    : settings_(std::move(settings)), stop_(std::move(stop)) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  curl_.reset(curl_easy_init());
}
Transfer::~Transfer() = default;

void Transfer::FreeHandle::operator()(void* handle) const {
  curl_easy_cleanup(handle);
}

void Transfer::set_up(const Request& request) {
  CURL* const curl = curl_.get();
  curl_easy_reset(curl);  // keeps its connections
  curl_easy_setopt(curl, CURLOPT_URL, request.address.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https,file");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 10L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "framewright");
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, settings_.timeout_s);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, settings_.timeout_s);
  if (!settings_.proxy.empty()) curl_easy_setopt(curl, CURLOPT_PROXY, settings_.proxy.c_str());
  const std::string& authorities =
      settings_.certificates.empty() ? system_certificates() : settings_.certificates;
  if (!authorities.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, authorities.c_str());
  if (const Url url = parse_url(request.address)) {
    const std::string host = part_of(url.get(), CURLUPART_HOST), port = part_of(url.get(), CURLUPART_PORT);
    const auto is_it = [&](const std::string& trusted) {
      return trusted == host || trusted == host + ":" + port;
    };
    if (std::ranges::any_of(settings_.trusted_hosts, is_it)) {
      curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
      curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
    }
  }
  if (request.there > 0)
    curl_easy_setopt(curl, CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(request.there));
}

void Transfer::perform(Request& request) {
  request.stop = &stop_;
  request.curl = curl_.get();
  request.open();
  for (int tries = 0;; ++tries) {
    set_up(request);
    CURL* const curl = curl_.get();
    const auto take = +[](char* bytes, size_t size, size_t count, void* to) -> size_t {
      return static_cast<Request*>(to)->take(bytes, size * count) ? size * count : 0;
    };
    const auto is_stopped = +[](void* of, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> int {
      return static_cast<Request*>(of)->stop->stop_requested() ? 1 : 0;
    };
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &request);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_stopped);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &request);
    const CURLcode code = curl_easy_perform(curl);
    const long status = request.status();
    if (code == CURLE_ABORTED_BY_CALLBACK) throw Cancelled();
    if (request.write_error != 0) request.throw_write_error(request.write_error);
    if (code == CURLE_OK && status < 400) return;
    if (request.there > request.most_bytes) return;  // the caller checks it
    if (request.there > 0 && (code == CURLE_RANGE_ERROR || code == CURLE_BAD_DOWNLOAD_RESUME)) {
      request.start_anew();  // the server only sends whole files
      continue;
    }
    if (status == range_not_satisfiable && request.there > 0) return;  // already complete; the hash will show
    if (request.file.empty() && (status == not_found || status == gone)) return;
    if (tries >= settings_.retries || !is_worth_another_try(code, status)) {
      const std::string reason =
          code != CURLE_OK ? curl_easy_strerror(code) : "the server answered " + std::to_string(status);
      throw Error(fetch_failed, {{"address", shown_address(request.address)}, {"reason", reason}});
    }
    if (request.file.empty()) request.text.clear();
    pause(std::min(1 << tries, 30), stop_);
  }
}

Transfer::Page Transfer::page(const std::string& address) {
  Request request{.address = address};
  perform(request);
  const char* last = nullptr;
  curl_easy_getinfo(curl_.get(), CURLINFO_EFFECTIVE_URL, &last);
  return {request.status() < 400, std::move(request.text), last != nullptr ? last : address};
}

void Transfer::file(const std::string& address, const std::filesystem::path& file, uint64_t most_bytes,
                    const std::function<void(uint64_t)>& progress) {
  Request request{.address = address, .file = file, .most_bytes = most_bytes, .progress = progress};
  perform(request);
}

std::string absolute_address(const std::string& base, const std::string& link) {
  const Url url = parse_url(base);
  if (!url || curl_url_set(url.get(), CURLUPART_URL, link.c_str(), 0) != CURLUE_OK) return "";
  curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
  return part_of(url.get(), CURLUPART_URL);
}

std::string shown_address(const std::string& address) {
  const Url url = parse_url(address);
  if (!url) return address;
  for (const CURLUPart part : {CURLUPART_USER, CURLUPART_PASSWORD}) curl_url_set(url.get(), part, nullptr, 0);
  return part_of(url.get(), CURLUPART_URL);
}

std::string file_address(const std::filesystem::path& file) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string address = "file://";
  for (const unsigned char c : std::filesystem::absolute(file).string()) {
    const bool plain = std::isalnum(c) != 0 || std::strchr("/-_.~+", c) != nullptr;
    if (plain)
      address += static_cast<char>(c);
    else
      (address += '%') += {digits[c >> 4], digits[c & 15]};
  }
  return address;
}

}  // namespace fw::runtime
