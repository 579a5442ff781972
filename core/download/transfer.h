// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fw::download {

/// How a computer reaches the network.
struct NetworkSettings {
  std::vector<std::string> trusted_hosts{};  ///< whose certificates are not verified, with or without port
  std::string certificates{};                ///< a file of certificate authorities; empty: the system's
  std::string proxy{};                       ///< empty: from the environment
  long timeout_s = 15;                       ///< for an idle connection
  int retries = 5;                           ///< in a row, without a single byte in between
};

/// By name in lower case.
using Headers = std::map<std::string, std::string>;

struct Source {
  std::string address;  ///< http, https or file
  /// "Authorization: …" and the like. Sent only to this address's server, to no other that it redirects to.
  std::vector<std::string> secrets{};
};

/// A server's answer.
struct Answer {
  long status = 0;        ///< of HTTP; 0 for files
  std::string address{};  ///< of the last server, after redirects
  Headers first{};        ///< of the answer to the first address, which may be a redirect
  Headers last{};         ///< of the last one
  std::string text{};     ///< of a page
  int64_t wait_s = 0;     ///< how long the server asks to wait; 0: it does not say
  bool found() const { return status < 400; }
};

struct FileOptions {
  uint64_t bytes = 0;     ///< its size
  bool is_exact = false;  ///< false: `bytes` is only a limit, and the caller checks the file
  /// Refuses web pages, which a network that requires a login sends in place of everything.
  bool is_no_page = false;
  std::function<void(uint64_t)> progress{};  ///< bytes of the file on disk
  /// Sees the headers before any byte is written, and may throw.
  std::function<void(const Answer&)> check{};
  /// Throws a better error than the general one for a refusal (status 400 and above).
  std::function<void(const Answer&)> refuse{};
};

/// Fetches pages and files. Tries again after network errors and errors of the server, with growing pauses or
/// the one that the server asks for. Thread: one at a time per object.
class Transfer {
 public:
  Transfer(NetworkSettings settings, std::stop_token stop);
  ~Transfer();

  /// Returns the server's last word, which may be a refusal.
  /// @throws fw::Error download.failed, download.redirect_loop; fw::Cancelled
  Answer page(const Source& source);

  /// Downloads the missing rest of `file`; a server that cannot do that sends it from the beginning. Existing
  /// content is kept on failure, unless the server turns out to have another file. Stops if the file turns
  /// out longer than it should be.
  /// @throws fw::Error download.*; fw::Cancelled
  void file(const Source& source, const std::filesystem::path& file, const FileOptions& options);

  /// Bytes of files that came over the network so far.
  uint64_t fetched() const { return fetched_; }

 private:
  struct Exchange;
  Answer ask(const Source& source, Exchange& exchange);
  int perform(const std::string& address, const std::vector<std::string>& headers, Exchange& exchange);
  void set_up(const std::string& address);
  bool step(const Source& source, const FileOptions& options, Exchange& exchange, int& tries);

  NetworkSettings settings_;
  std::stop_token stop_;
  uint64_t fetched_ = 0;
  struct FreeHandle {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, FreeHandle> curl_;
};

/// The general error for an answer of status 400 and above.
/// @throws fw::Error download.too_many_requests, download.server_failed, download.failed
[[noreturn]] void refuse(const Answer& answer);

}  // namespace fw::download
