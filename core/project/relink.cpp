// SPDX-License-Identifier: Apache-2.0
#include "project/relink.h"

#include <map>

#include "media/content_hash.h"
#include "project/rows.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

/// Files below the folders whose length is that of a missing source.
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
        files.push_back(fs::absolute(entry->path()).lexically_normal());
      }
    }
  }
  return files;
}

}  // namespace

std::vector<MissingSource> missing_sources(const Project& project) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT id, path, hash, bytes FROM sources ORDER BY path");
    std::vector<MissingSource> missing;
    while (query.executeStep()) {
      const std::string path = query.getColumn(1).getString();
      std::error_code error;
      if (fs::is_regular_file(project.absolute_path(path), error)) continue;
      missing.push_back({query.getColumn(0).getInt64(), path, query.getColumn(2).getString(),
                         query.getColumn(3).getInt64()});
    }
    return missing;
  });
}

RelinkReport relink_sources(Project& project, std::span<const fs::path> folders, const WorkOptions& options) {
  std::multimap<int64_t, MissingSource> by_bytes;
  for (MissingSource& source : missing_sources(project)) by_bytes.emplace(source.bytes, std::move(source));
  const std::vector<fs::path> files = candidates(folders, by_bytes);
  std::map<std::string, fs::path> by_hash;
  work_ahead<std::string>(
      files.size(), FW_TEXT("phases", "searching"), options,
      [&](size_t i, const std::stop_token& stop) -> std::string {
        try {
          return media::content_hash(files[i], stop);
        } catch (const Error&) {
          return {};  // a file that cannot be read is not the one that is missed
        }
      },
      [&](size_t i, const std::string& hash) { by_hash.emplace(hash, files[i]); });
  RelinkReport report;
  project.edit(FW_TEXT("edits", "Relink sources"), [&](SQLite::Database& database) {
    SQLite::Statement update(database, "UPDATE OR IGNORE sources SET path = ? WHERE id = ?");
    for (const auto& [bytes, source] : by_bytes) {
      const auto found = by_hash.find(source.hash);
      if (found != by_hash.end() && run(update, project.stored_path(found->second), source.source_id) > 0) {
        ++report.relinked;
      } else {
        report.still_missing.push_back(source.path);
      }
    }
  });
  return report;
}

}  // namespace fw::project
