// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// A local model hub with its storage on another server, both as unreliable as a network. Speaks the part of
/// Hugging Face's API that downloads need. Thread: any.
class HubServer {
 public:
  struct Asked {
    bool of_storage = false;
    std::string path;
    int64_t first = 0;  ///< of the range
    std::string authorization;
  };
  /// What to do instead of sending a file as asked.
  struct Trick {
    std::optional<int> status{};
    std::string headers{};               ///< with \r\n after each
    std::string page{};                  ///< sent as text/html
    std::optional<size_t> cut_after{};   ///< bytes, then the connection ends
    std::optional<size_t> sends{};       ///< only this much of the range, as its headers report
    std::optional<int64_t> starts_at{};  ///< a range from another byte
    bool ignores_range = false;
    std::string other_content{};
    int slow_ms = 0;  ///< pause after each 16 KiB
  };
  using Decide = std::function<std::optional<Trick>(const Asked&)>;

  HubServer();
  ~HubServer();
  HubServer(const HubServer&) = delete;
  HubServer& operator=(const HubServer&) = delete;

  std::string endpoint() const { return address(0); }
  std::string storage() const { return address(1); }
  /// A file of the repository; `is_large`: in the storage, with its SHA-256.
  void add(const std::string& path, const std::string& content, bool is_large);
  void set_trick(Decide decide);
  std::vector<Asked> asked() const;
  /// Number of requests for a file's content, by part of its path.
  int times_asked(const std::string& part) const;

  std::string repository = "owner/model", kind = "models";
  std::string commit = std::string(40, 'c');
  std::string extra = "\"gated\":false";  ///< more fields of the answer about the repository
  std::string raw_list{};                 ///< instead of the list of files

 private:
  struct File {
    std::string content, etag;
    bool is_large = false;
  };
  std::string address(int which) const;
  void serve(int which);
  void answer(int connection, int which, const std::string& request);
  void answer_file(int connection, const Asked& asked, const File& file, bool is_head,
                   const std::string& head);
  std::string list() const;

  mutable std::mutex mutex_;
  std::map<std::string, File> files_;
  Decide decide_;
  std::vector<Asked> asked_;
  int listeners_[2]{-1, -1}, ports_[2]{0, 0};
  std::thread threads_[2];
  std::atomic<int> open_{0};
  std::atomic<bool> ends_{false};
};

/// Incompressible text of this length.
std::string noise(size_t size, unsigned seed);
