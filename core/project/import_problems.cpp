// SPDX-License-Identifier: Apache-2.0
#include "project/import_problems.h"

#include <algorithm>
#include <set>

#include "base/atomic_file.h"
#include "base/json_fields.h"
#include "base/json_text.h"
#include "project/rows.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;
using interchange::RowFault;

constexpr size_t most_kept = 10000;

struct Problems {
  std::vector<RowFault> faults{};
};
void describe(auto& fields, Problems& problems) {
  fields("faults", problems.faults);
}

fs::path file_of(const Project& project) {
  return project.folder() / "import_problems.json";
}

/// The subject of a row: the file, or the row itself if it is from a list.
fs::path subject(const RowFault& row) {
  const auto named = row.fault.arguments.find("file");
  if (row.line > 0) return fs::path(row.list).lexically_normal() / std::to_string(row.line);
  return fs::path(named != row.fault.arguments.end() ? named->second : row.list).lexically_normal();
}

std::set<fs::path> sources(const Project& project) {
  std::set<fs::path> paths;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT path FROM sources");
    while (query.executeStep())
      paths.insert(project.absolute_path(query.getColumn(0).getString()).lexically_normal());
  });
  return paths;
}

Problems kept(const Project& project) {
  Problems problems;
  std::error_code error;
  if (!fs::exists(file_of(project), error)) return problems;
  try {
    const nlohmann::json json = read_json(file_of(project));
    if (json.is_object()) read_fields(json, problems, "import problems", Reading::lenient);
  } catch (const Error&) {
    // The next import rewrites it.
  }
  return problems;
}

/// True if the import of these paths read the row's list, or its file or folder, again.
bool was_read_again(const RowFault& row, std::span<const fs::path> paths) {
  const fs::path about = fs::absolute(row.line > 0 ? fs::path(row.list) : subject(row)).lexically_normal();
  return std::ranges::any_of(paths, [&](const fs::path& path) {
    const fs::path below = about.lexically_relative(fs::absolute(path).lexically_normal());
    return !below.empty() && *below.begin() != "..";
  });
}

void write(const Project& project, const Problems& problems) {
  std::error_code error;
  if (problems.faults.empty() && !fs::exists(file_of(project), error)) return;
  write_file_atomically(file_of(project), nlohmann::json(problems).dump(2) + '\n', Existing::own);
}

}  // namespace

void keep_import_problems(const Project& project, std::span<const fs::path> paths,
                          std::span<const RowFault> faults) {
  Problems all{{faults.begin(), faults.end()}};
  std::set<fs::path> known;
  for (const RowFault& row : faults) known.insert(subject(row));
  for (RowFault& row : import_problems(project))
    if (!known.contains(subject(row)) && !was_read_again(row, paths)) all.faults.push_back(std::move(row));
  if (all.faults.size() > most_kept) all.faults.resize(most_kept);
  write(project, all);
}

std::vector<RowFault> import_problems(const Project& project) {
  std::vector<RowFault> faults = kept(project).faults;
  if (faults.empty()) return faults;
  const std::set<fs::path> used = sources(project);
  std::erase_if(faults, [&](const RowFault& row) {
    std::error_code error;
    // A problem of a list row depends only on the list: its file may be used by another row, or not exist.
    if (row.line > 0) return !fs::exists(row.list, error);
    return used.contains(subject(row)) || !fs::exists(subject(row), error);
  });
  return faults;
}

void dismiss_import_problems(const Project& project, std::span<const RowFault> faults) {
  Problems left = kept(project);
  std::erase_if(left.faults,
                [&](const RowFault& row) { return std::ranges::find(faults, row) != faults.end(); });
  write(project, left);
}

}  // namespace fw::project
