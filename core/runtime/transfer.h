// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "runtime/pip_config.h"

namespace fw::runtime {

/// Fetches pages and files by http, https and file addresses, as pip's settings say. What the network spoils
/// is tried again, with growing pauses. Thread: one at a time an object.
class Transfer {
 public:
  Transfer(IndexSettings settings, std::stop_token stop);
  ~Transfer();

  struct Page {
    bool found = false;  ///< false: the server says that there is none
    std::string text;
    std::string address;  ///< where it came from in the end: what its links are relative to
  };
  /// @throws fw::Error runtime.fetch_failed, fw::Cancelled
  Page page(const std::string& address);

  /// Adds to `file` what it lacks; a server that cannot do that sends it from its beginning. What is there by
  /// then stays whatever happens. One that turns out longer than `most_bytes` is fetched no further.
  /// @param progress  bytes of the file on disk
  /// @throws fw::Error runtime.fetch_failed, runtime.write_failed (disk full included); fw::Cancelled
  void file(const std::string& address, const std::filesystem::path& file, uint64_t most_bytes,
            const std::function<void(uint64_t)>& progress);

 private:
  struct Request;
  void perform(Request& request);
  void set_up(const Request& request);

  IndexSettings settings_;
  std::stop_token stop_;
  struct FreeHandle {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, FreeHandle> curl_;
};

/// `link` as it stands on the page of `base`. @return empty when it is no address
std::string absolute_address(const std::string& base, const std::string& link);
/// Without a user's name and password, for messages.
std::string shown_address(const std::string& address);
/// A path as file://…, escaped.
std::string file_address(const std::filesystem::path& file);

}  // namespace fw::runtime
