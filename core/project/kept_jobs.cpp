// SPDX-License-Identifier: Apache-2.0
#include "project/kept_jobs.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr ErrorCode in_use{"base.file_in_use", FW_TEXT("errors", "{file} is in use ({holder})."), ""};

/// nullopt if the row is not a job: the file may come from any program.
std::optional<KeptJob> job_of(const json& row) {
  KeptJob job;
  read_fields(row, job, "job", Reading::lenient);
  if (job.spec.kind.empty() || !job.spec.params.is_object()) return std::nullopt;
  return job;
}

fs::path lock_of(fs::path file) {
  return file.replace_extension(".lock");
}

std::vector<KeptJob> read_jobs(const fs::path& file) {
  const json rows = json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  std::vector<KeptJob> jobs;
  if (!rows.is_array()) return jobs;
  for (const json& row : rows) {
    auto job = job_of(row);
    if (job) jobs.push_back(std::move(*job));
  }
  return jobs;
}

void write_jobs(const fs::path& file, std::span<const KeptJob> jobs) {
  json rows = json::array();
  for (KeptJob job : jobs) {
    if (job.id == 0) job.id = static_cast<int64_t>(rows.size()) + 1;  // stable when others are removed
    rows.push_back(job);
  }
  write_file_atomically(file, rows.dump(1, ' ', false, json::error_handler_t::replace), Existing::replace);
}

}  // namespace

JobFile::JobFile(fs::path folder, std::string session) : file_(std::move(folder) / (session + ".json")) {
  lock_ = FileLock::try_lock(lock_of(file_));
  if (!lock_) throw Error(in_use, {{"file", to_utf8(file_)}, {"holder", FileLock::holder(lock_of(file_))}});
}

JobFile::~JobFile() {
  std::error_code error;
  if (!fs::exists(file_, error)) fs::remove(lock_of(file_), error);
}

void JobFile::keep(std::span<const KeptJob> jobs) {
  std::error_code error;
  if (!jobs.empty()) return write_jobs(file_, jobs);
  fs::remove(file_, error);
}

std::vector<JobFile::Left> JobFile::left(const fs::path& folder) {
  std::vector<Left> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const fs::path& file = entry->path();
    if (file.extension() != ".json" || FileLock::is_held(lock_of(file))) continue;
    try {
      if (auto jobs = read_jobs(file); !jobs.empty()) found.push_back({file, std::move(jobs)});
    } catch (const Error&) {
      continue;
    }
  }
  std::ranges::sort(found, {}, &Left::file);
  return found;
}

void JobFile::forget(const fs::path& file, std::span<const int64_t> ids) {
  std::vector<KeptJob> jobs = read_jobs(file);
  std::erase_if(jobs, [&](const KeptJob& job) { return std::ranges::find(ids, job.id) != ids.end(); });
  if (!jobs.empty()) return write_jobs(file, jobs);
  std::error_code error;
  fs::remove(file, error);
  fs::remove(lock_of(file), error);
}

}  // namespace fw::project
