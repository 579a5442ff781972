// SPDX-License-Identifier: Apache-2.0
#include "project/relink.h"

#include <map>

#include "media/content_hash.h"
#include "project/rows.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

/// Files below the folders that have the size of a missing source.
std::vector<fs::path> candidates(std::span<const fs::path> folders,
                                 const std::multimap<int64_t, MissingSource>& by_bytes) {
  std::vector<fs::path> files;
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      std::error_code no_file;
      if (!entry->is_regular_file(no_file)) continue;
      if (by_bytes.contains(static_cast<int64_t>(entry->file_size(no_file)))) {
        files.push_back(fs::absolute(entry->path(), no_file).lexically_normal());
      }
    }
  }
  return files;
}

/// Empty if the file cannot be read: then it is not a match.
std::string hash_or_nothing(const fs::path& file, const std::stop_token& stop) {
  try {
    return media::content_hash(file, stop);
  } catch (const Error&) {
    return {};
  }
}

void visit_sources(const Project& project,
                   const std::function<void(MissingSource source, int64_t modified_ms)>& visit) {
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT id, path, hash, bytes, modified_ms FROM sources ORDER BY path");
    while (query.executeStep()) {
      visit({query.getColumn(0).getInt64(), query.getColumn(1).getString(), query.getColumn(2).getString(),
             query.getColumn(3).getInt64()},
            query.getColumn(4).getInt64());
    }
  });
}

}  // namespace

std::vector<MissingSource> missing_sources(const Project& project) {
  std::vector<MissingSource> missing;
  visit_sources(project, [&](MissingSource source, int64_t) {
    if (!media::file_stamp(project.absolute_path(source.path))) missing.push_back(std::move(source));
  });
  return missing;
}

std::vector<MissingSource> changed_sources(const Project& project, const WorkOptions& options) {
  std::vector<MissingSource> doubtful;
  visit_sources(project, [&](MissingSource source, int64_t modified_ms) {
    const auto now = media::file_stamp(project.absolute_path(source.path));
    if (now && now != media::FileStamp{source.bytes, modified_ms}) doubtful.push_back(std::move(source));
  });
  std::vector<MissingSource> changed;
  work_ahead<bool>(
      doubtful.size(), FW_TEXT("phases", "reading clips"), options,
      [&](size_t i, const std::stop_token& stop) {
        return hash_or_nothing(project.absolute_path(doubtful[i].path), stop) == doubtful[i].hash;
      },
      [&](size_t i, bool same) {
        if (!same) changed.push_back(std::move(doubtful[i]));
      });
  return changed;
}

RelinkReport relink_sources(Project& project, std::span<const fs::path> folders, const WorkOptions& options) {
  std::multimap<int64_t, MissingSource> by_bytes;
  for (auto& sources : {missing_sources(project), changed_sources(project, options)})
    for (const MissingSource& source : sources) by_bytes.emplace(source.bytes, source);
  const std::vector<fs::path> files = candidates(folders, by_bytes);
  std::map<std::string, fs::path> by_hash;
  work_ahead<std::string>(
      files.size(), FW_TEXT("phases", "searching"), options,
      [&](size_t i, const std::stop_token& stop) { return hash_or_nothing(files[i], stop); },
      [&](size_t i, const std::string& hash) { by_hash.emplace(hash, files[i]); });
  RelinkReport report;
  project.edit(FW_TEXT("edits", "Relink sources"), [&](SQLite::Database& database) {
    SQLite::Statement update(database, "UPDATE OR IGNORE sources SET path = ?, modified_ms = ? WHERE id = ?");
    for (const auto& [bytes, source] : by_bytes) {
      const auto found = by_hash.find(source.hash);
      const auto stamp = found == by_hash.end() ? std::nullopt : media::file_stamp(found->second);
      if (stamp &&
          run(update, project.stored_path(found->second), stamp->modified_ms, source.source_id) > 0) {
        ++report.relinked;
      } else {
        report.still_missing.push_back(source.path);
      }
    }
  });
  return report;
}

}  // namespace fw::project
