// SPDX-License-Identifier: Apache-2.0
#include "download/transfer.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "base/units.h"
#include "download/addresses.h"
#include "download/download_errors.h"
#include "download/part_file.h"

namespace fw::download {

namespace {

constexpr size_t most_page = size_t{64} << 20;
constexpr long partial_content = 206, range_not_satisfiable = 416, request_timeout = 408, too_many = 429;
constexpr int most_redirects = 10;
constexpr int64_t longest_pause_s = 30;
/// A server may ask for more patience than this; then the user decides.
constexpr int64_t longest_wait_s = 300;

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
void pause(int64_t seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  wake.wait_for(lock, stop, std::chrono::seconds(seconds), [] { return false; });
  if (stop.stop_requested()) throw Cancelled();
}

bool is_worth_another_try(CURLcode code) {
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_FILE_COULDNT_READ_FILE:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return false;
    default:
      return true;
  }
}
bool is_worth_another_try(const Answer& answer) {
  if (answer.wait_s > longest_wait_s) return false;
  return answer.status >= 500 || answer.status == request_timeout || answer.status == too_many;
}

int64_t pause_after(int tries, int64_t wanted_s) {
  return wanted_s > 0 ? wanted_s : std::min<int64_t>(int64_t{1} << std::min(tries, 10), longest_pause_s);
}

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end ? std::optional(value) : std::nullopt;
}

std::string header_of(const Headers& headers, const char* name) {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

/// "bytes 100-199/1000"; the whole is nullopt if the server does not say.
struct ContentRange {
  uint64_t first = 0;
  std::optional<uint64_t> whole;
};
std::optional<ContentRange> range_in(const Headers& headers) {
  const std::string text = header_of(headers, "content-range");
  const std::string_view unit = "bytes ";
  const size_t dash = text.find('-'), slash = text.find('/');
  if (!text.starts_with(unit) || dash == std::string::npos || slash == std::string::npos) return std::nullopt;
  const auto first = number(std::string_view(text).substr(unit.size(), dash - unit.size()));
  if (!first) return std::nullopt;
  return ContentRange{*first, number(std::string_view(text).substr(slash + 1))};
}

/// The seconds until more requests are allowed, in "ratelimit: "api";r=0;t=55"; 0: not stated. Source: the
/// draft standard "RateLimit header fields for HTTP", which the model hub follows.
int64_t wait_in(const Headers& headers) {
  const std::string text = header_of(headers, "ratelimit"), sign = ";t=";
  const size_t at = text.find(sign);
  if (at == std::string::npos) return 0;
  const size_t start = at + sign.size();
  const auto seconds = number(std::string_view(text).substr(start, text.find_first_of(";, ", start) - start));
  return static_cast<int64_t>(std::min<uint64_t>(seconds.value_or(0), 86'400));
}

bool starts_like_a_page(std::string_view bytes) {
  const size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  std::string start(bytes.substr(first, 14));
  std::ranges::transform(start, start.begin(), [](unsigned char c) { return std::tolower(c); });
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

}  // namespace

/// One page or file, over all redirects and attempts.
struct Transfer::Exchange {
  Transfer* transfer = nullptr;
  const FileOptions* options = nullptr;  ///< null: a page
  PartFile* part = nullptr;
  uint64_t asked_from = 0;  ///< first byte of the range that was asked for
  bool is_anew = false;     ///< has started again because of the server's range
  Answer answer{};
  bool has_begun = false;  ///< the body of the last answer
  int write_error = 0;
  std::exception_ptr error{};

  long status() const {
    long value = 0;
    curl_easy_getinfo(transfer->curl_.get(), CURLINFO_RESPONSE_CODE, &value);
    return value;
  }

  void read_headers() {
    answer.status = status();
    answer.last.clear();
    CURL* const curl = transfer->curl_.get();
    for (curl_header* header = nullptr;
         (header = curl_easy_nextheader(curl, CURLH_HEADER, -1, header)) != nullptr;) {
      std::string name = header->name;
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
      answer.last[name] = header->value;
    }
    if (answer.first.empty()) answer.first = answer.last;
  }

  /// Decides by the headers and the first bytes whether this is the file.
  void begin(std::string_view bytes) {
    has_begun = true;
    read_headers();
    if (options == nullptr || answer.status >= 300) return;
    const bool is_page = header_of(answer.last, "content-type").starts_with("text/html") ||
                         (part->size() == 0 && starts_like_a_page(bytes));
    if (options->is_no_page && is_page) throw Error(web_page, {{"address", shown_address(answer.address)}});
    if (options->check) options->check(answer);
    uint64_t first = 0;
    std::optional<uint64_t> whole;
    if (answer.status == partial_content) {
      const auto range = range_in(answer.last);
      first = range ? range->first : asked_from;
      whole = range ? range->whole : std::nullopt;
      if (first != asked_from) throw_range(part->size());
    } else if (answer.status != 0) {
      whole = number(header_of(answer.last, "content-length"));
      if (asked_from > 0) part->start_anew();  // the server only sends whole files
    }
    if (options->is_exact && whole && *whole != options->bytes) throw_size(*whole);
  }

  [[noreturn]] void throw_range(uint64_t got) const {
    throw Error(bad_range, {{"address", shown_address(answer.address)},
                            {"got", format_bytes(got)},
                            {"expected", format_bytes(options->bytes)}});
  }
  [[noreturn]] void throw_size(uint64_t got) const {
    throw Error(other_size, {{"address", shown_address(answer.address)},
                             {"got", std::to_string(got) + " bytes"},
                             {"expected", std::to_string(options->bytes)}});
  }

  /// @return whether all bytes were accepted
  bool take(const char* bytes, size_t size) {
    try {
      if (!has_begun) begin({bytes, size});
    } catch (...) {
      error = std::current_exception();
      return false;
    }
    if (options == nullptr) {
      if (answer.text.size() + size > most_page) return false;
      answer.text.append(bytes, size);
      return true;
    }
    if (answer.status >= 300) return true;  // an error page
    const uint64_t room = options->bytes - std::min(options->bytes, part->size());
    // One byte more shows that it is too long.
    write_error = part->write({bytes, static_cast<size_t>(std::min<uint64_t>(size, room + 1))});
    if (write_error != 0) return false;
    transfer->fetched_ += size;
    if (options->progress) options->progress(std::min(part->size(), options->bytes));
    return part->size() <= options->bytes;
  }
};

Transfer::Transfer(NetworkSettings settings, std::stop_token stop)
    : settings_(std::move(settings)), stop_(std::move(stop)) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  curl_.reset(curl_easy_init());
}
Transfer::~Transfer() = default;

void Transfer::FreeHandle::operator()(void* handle) const {
  curl_easy_cleanup(handle);
}

void Transfer::set_up(const std::string& address) {
  CURL* const curl = curl_.get();
  curl_easy_reset(curl);  // keeps its connections
  curl_easy_setopt(curl, CURLOPT_URL, address.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https,file");
  // Redirects are followed by ask(), which decides what each server may see.
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "framewright");
  curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, 256L << 10);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, settings_.timeout_s);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, settings_.timeout_s);
  if (!settings_.proxy.empty()) curl_easy_setopt(curl, CURLOPT_PROXY, settings_.proxy.c_str());
  const std::string& authorities =
      settings_.certificates.empty() ? system_certificates() : settings_.certificates;
  if (!authorities.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, authorities.c_str());
  const std::string host = host_of(address);
  const auto is_it = [&](const std::string& trusted) {
    return trusted == host || trusted == host.substr(0, host.rfind(':'));
  };
  if (std::ranges::any_of(settings_.trusted_hosts, is_it)) {
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
  }
}

/// One request. @return the CURLcode
int Transfer::perform(const std::string& address, const std::vector<std::string>& headers,
                      Exchange& exchange) {
  set_up(address);
  CURL* const curl = curl_.get();
  const auto take = +[](char* bytes, size_t size, size_t count, void* to) -> size_t {
    return static_cast<Exchange*>(to)->take(bytes, size * count) ? size * count : 0;
  };
  const auto is_stopped = +[](void* of, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> int {
    return static_cast<Exchange*>(of)->transfer->stop_.stop_requested() ? 1 : 0;
  };
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_stopped);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &exchange);
  const std::string range = std::to_string(exchange.asked_from) + "-";
  if (exchange.asked_from > 0) curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());
  curl_slist* list = nullptr;
  for (const std::string& header : headers) list = curl_slist_append(list, header.c_str());
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> owned(list, curl_slist_free_all);
  if (list != nullptr) curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
  exchange.has_begun = false;
  exchange.answer.address = address;
  exchange.answer.text.clear();
  const CURLcode code = curl_easy_perform(curl);
  if (exchange.error) std::rethrow_exception(exchange.error);
  if (code == CURLE_ABORTED_BY_CALLBACK) throw Cancelled();
  if (exchange.write_error != 0) exchange.part->fail(exchange.write_error);
  if (code == CURLE_OK && !exchange.has_begun) exchange.begin({});
  return code;
}

/// One attempt, which follows redirects.
/// @throws fw::Error download.failed, with the CURLcode in "code", if the answer is incomplete
Answer Transfer::ask(const Source& source, Exchange& exchange) {
  exchange.transfer = this;
  exchange.answer = {};
  std::string address = source.address;
  for (int hops = 0;; ++hops) {
    const bool is_trusted = hops == 0 || may_share_secrets(source.address, address);
    const int code = perform(address, is_trusted ? source.secrets : std::vector<std::string>(), exchange);
    if (code != CURLE_OK)
      throw Error(failed, {{"address", shown_address(address)},
                           {"reason", curl_easy_strerror(static_cast<CURLcode>(code))},
                           {"code", code}});
    char* next = nullptr;
    curl_easy_getinfo(curl_.get(), CURLINFO_REDIRECT_URL, &next);
    if (next == nullptr) {
      curl_off_t wait = 0;
      curl_easy_getinfo(curl_.get(), CURLINFO_RETRY_AFTER, &wait);
      const bool is_limited = exchange.answer.status == too_many;
      exchange.answer.wait_s = wait > 0 || !is_limited ? wait : wait_in(exchange.answer.last);
      return exchange.answer;
    }
    if (hops >= most_redirects) throw Error(redirect_loop, {{"address", shown_address(source.address)}});
    address = next;
    if (!address.starts_with("http://") && !address.starts_with("https://"))
      throw Error(failed, {{"address", shown_address(source.address)},
                           {"reason", "it is redirected to something that is no web address"}});
  }
}

Answer Transfer::page(const Source& source) {
  for (int tries = 0;; ++tries) {
    Exchange exchange;
    int64_t wait_s = 0;
    try {
      Answer answer = ask(source, exchange);
      if (tries >= settings_.retries || !is_worth_another_try(answer)) return answer;
      wait_s = answer.wait_s;
    } catch (const Error& error) {
      const auto code = error.fault().arguments.find("code");
      if (code == error.fault().arguments.end() || tries >= settings_.retries ||
          !is_worth_another_try(static_cast<CURLcode>(std::atoi(code->second.c_str()))))
        throw;
    }
    pause(pause_after(tries, wait_s), stop_);
  }
}

/// One attempt at the rest of a file. @return whether it is all there
bool Transfer::step(const Source& source, const FileOptions& options, Exchange& exchange, int& tries) {
  PartFile& part = *exchange.part;
  const uint64_t before = part.size();
  exchange.asked_from = before;
  int64_t wait_s = 0;
  try {
    const Answer answer = ask(source, exchange);
    if (answer.status == range_not_satisfiable && before > 0) {
      if (!options.is_exact) return true;  // already complete; the caller's hash will show
      if (std::exchange(exchange.is_anew, true)) exchange.throw_size(before);
      part.start_anew();
      return false;
    }
    if (!answer.found() && (tries >= settings_.retries || !is_worth_another_try(answer))) {
      if (options.refuse) options.refuse(answer);
      refuse(answer);
    }
    if (answer.found() && (!options.is_exact || part.size() >= options.bytes)) return true;
    if (answer.found() && tries >= settings_.retries) exchange.throw_range(part.size());
    wait_s = answer.wait_s;
  } catch (const Error& error) {
    if (part.size() > options.bytes) {
      if (!options.is_exact) return true;  // the caller checks it
      part.start_anew();
      exchange.throw_size(options.bytes + 1);
    }
    if (error.fault().code == bad_range.code && !std::exchange(exchange.is_anew, true)) {
      exchange.error = nullptr;
      part.start_anew();
      return false;
    }
    const auto code = error.fault().arguments.find("code");
    if (code == error.fault().arguments.end()) throw;
    const auto reason = static_cast<CURLcode>(std::atoi(code->second.c_str()));
    if (before > 0 && reason == CURLE_BAD_DOWNLOAD_RESUME) {  // of a file: address
      part.start_anew();
      return false;
    }
    if (tries >= settings_.retries || !is_worth_another_try(reason)) throw;
  }
  if (part.size() > before) tries = -1;  // progress, however slow
  pause(tries < 0 ? 0 : pause_after(tries, wait_s), stop_);
  ++tries;
  return false;
}

void Transfer::file(const Source& source, const std::filesystem::path& file, const FileOptions& options) {
  PartFile part(file);
  if (options.is_exact && part.size() > options.bytes) part.start_anew();
  if (options.progress && part.size() > 0) options.progress(std::min(part.size(), options.bytes));
  // An empty file, too, is asked for: the server may refuse it.
  if (options.is_exact && part.size() == options.bytes && options.bytes > 0) return;
  Exchange exchange{.options = &options, .part = &part};
  for (int tries = 0; !step(source, options, exchange, tries);) {
  }
}

void refuse(const Answer& answer) {
  const std::string host = host_of(answer.address);
  if (answer.status == too_many)
    throw Error(
        too_many_requests,
        {{"host", host},
         {"wait", answer.wait_s > 0 ? format_duration(static_cast<double>(answer.wait_s)) : "some minutes"}});
  if (answer.status >= 500) throw Error(server_failed, {{"host", host}, {"status", answer.status}});
  throw Error(failed, {{"address", shown_address(answer.address)},
                       {"reason", "the server answered " + std::to_string(answer.status)}});
}

}  // namespace fw::download
