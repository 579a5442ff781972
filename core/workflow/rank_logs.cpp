// SPDX-License-Identifier: Apache-2.0
#include "workflow/rank_logs.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"

namespace fw::workflow {

namespace {

namespace fs = std::filesystem;

constexpr const char* lock_name = "lock";
constexpr size_t kept_jobs = 5;  ///< that have ended

/// The number in a folder's name; nullopt for anything else there.
std::optional<int64_t> number_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  constexpr std::string_view begin = "job-";
  int64_t number = 0;
  if (!name.starts_with(begin)) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + begin.size(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

std::vector<int64_t> numbers_in(const fs::path& all) {
  std::vector<int64_t> numbers;
  std::error_code error;
  for (fs::directory_iterator entry(all, error), end; !error && entry != end; entry.increment(error))
    if (const auto number = number_of(entry->path())) numbers.push_back(*number);
  std::ranges::sort(numbers);
  return numbers;
}

fs::path folder_of(const fs::path& all, int64_t number) {
  return all / ("job-" + std::to_string(number));
}

void remove_old(const fs::path& all) {
  std::vector<int64_t> ended = numbers_in(all);
  std::erase_if(ended, [&](int64_t number) { return FileLock::is_held(folder_of(all, number) / lock_name); });
  for (size_t i = 0; i + kept_jobs < ended.size(); ++i) {
    std::error_code error;  // another program may remove it, too
    fs::remove_all(folder_of(all, ended[i]), error);
  }
}

}  // namespace

RankLogs::RankLogs(const fs::path& all) {
  std::error_code error;
  fs::create_directories(all, error);
  remove_old(all);
  const std::vector<int64_t> numbers = numbers_in(all);
  for (int64_t number = numbers.empty() ? 1 : numbers.back() + 1;; ++number) {
    const fs::path folder = folder_of(all, number);
    if (!fs::create_directory(folder, error)) {
      if (error) return;
      continue;  // used by another program
    }
    try {
      lock_ = FileLock::try_lock(folder / lock_name);
    } catch (const Error&) {  // file system without locks
      return;
    }
    folder_ = folder;
    return;
  }
}

}  // namespace fw::workflow
