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

/// Fetches pages and files from http, https and file addresses with pip's settings. Retries after network
/// errors, with growing pauses. Thread: one at a time per object.
class Transfer {
 public:
  Transfer(IndexSettings settings, std::stop_token stop);
  ~Transfer();

  struct Page {
    bool found = false;  ///< false: the server reports that it does not exist
    std::string text;
    std::string address;  ///< final address, to which its links are relative
  };
  /// @throws fw::Error runtime.fetch_failed, fw::Cancelled
  Page page(const std::string& address);

  /// Downloads the missing rest of `file`; a server that cannot do that sends it from the beginning. Existing
  /// content is kept on failure. Stops if the file turns out longer than `most_bytes`.
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

/// Resolves `link` on the page `base`. @return empty if it is not an address
std::string absolute_address(const std::string& base, const std::string& link);
/// Removes user name and password, for messages.
std::string shown_address(const std::string& address);
/// A path as file://…, escaped.
std::string file_address(const std::filesystem::path& file);

}  // namespace fw::runtime
