// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// A local package index that can be as unreliable as a network. Answers one request after another.
class PackageServer {
 public:
  PackageServer();
  ~PackageServer();

  /// "http://127.0.0.1:PORT/simple/"
  std::string index() const { return address("/simple/"); }
  std::string address(const std::string& path) const;
  /// Adds a wheel to the page of its package. @param sha256  stated on the page unless empty
  void add_wheel(const std::string& package, const std::string& file_name, const std::string& content,
                 const std::string& sha256);

  bool knows_ranges = true;
  std::atomic<int64_t> cut_after{-1};  ///< truncates the next wheel after this many bytes, once
  std::atomic<int> status{200};        ///< of wheels
  std::atomic<bool> holds{false};      ///< wheels stop halfway until this is false again

  /// Path and first requested byte of each wheel so far.
  std::vector<std::pair<std::string, int64_t>> wheels_asked() const;

 private:
  void serve();
  void answer(int connection, const std::string& request);

  std::map<std::string, std::string> pages_, wheels_;
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, int64_t>> asked_;
  std::atomic<bool> ends_{false};
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

/// A zip file with these files, like a wheel.
std::string make_wheel(const std::filesystem::path& scratch, const std::map<std::string, std::string>& files);
