// SPDX-License-Identifier: Apache-2.0
#include "project/runs.h"

#include <algorithm>
#include <fstream>

#include "base/paths.h"
#include "media/source_file.h"
#include "project/rows.h"
#include "run/run_file.h"

namespace fw::project {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode run_unreadable{
    "project.run_unreadable", FW_TEXT("errors", "The run {folder} cannot be indexed: {reason}."),
    FW_TEXT("errors", "Its folder is not changed. Check run.toml and events.jsonl there.")};

/// Position at which to continue reading a run's events.
struct ImportCursor {
  int64_t run_id = 0;
  uint64_t events_bytes = 0;
  std::string last_line{};
};

int64_t created_ms(const fs::path& run_file) {
  return media::file_stamp(run_file).value_or(media::FileStamp()).modified_ms;
}

ImportCursor find_or_add(SQLite::Database& database, const std::string& stored, const run::RunPaths& run) {
  SQLite::Statement query(database, "SELECT id, events_bytes, last_line FROM runs WHERE folder = ?");
  if (first_row(query, stored)) {
    return {query.getColumn(0).getInt64(), static_cast<uint64_t>(query.getColumn(1).getInt64()),
            query.getColumn(2).getString()};
  }
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  fw::project::run(database,
                   "INSERT INTO runs (folder, name, family, training, created_ms) VALUES (?, ?, ?, ?, ?)",
                   stored, settings.name, settings.family, std::string(name_of(settings.training_type)),
                   created_ms(run.run_file()));
  return {.run_id = database.getLastInsertRowid()};
}

/// The line that ends at byte `end` of the file; empty if no line ends there.
std::string line_before(const fs::path& file, uint64_t end, size_t length) {
  std::ifstream stream(file, std::ios::binary);
  const uint64_t begin = end < length + 1 ? 0 : end - length - 1;
  stream.seekg(static_cast<std::streamoff>(begin));
  std::string line(end - begin, '\0');
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  if (!stream || !line.ends_with('\n')) return {};
  line.pop_back();
  return line;
}

/// Writes the events of one run to the tables.
class EventSink {
 public:
  EventSink(SQLite::Database& database, int64_t run_id, std::string folder)
      : database_(database),
        run_id_(run_id),
        folder_(std::move(folder)),
        metric_(database, "INSERT OR REPLACE INTO metrics (run_id, name, step, value) VALUES (?, ?, ?, ?)"),
        loss_(database,
              "INSERT OR REPLACE INTO sample_losses (run_id, sample_id, step, timestep, loss) VALUES (?, ?, "
              "?, ?, ?)"),
        sample_(database,
                "INSERT OR REPLACE INTO samples (run_id, path, step, prompt, seed, details) VALUES (?, ?, ?, "
                "?, ?, ?)") {}

  void take(const run::RunEvent& event) {
    ++imported_.events;
    last_step_ = event.step;
    changed_from(event.step);
    // An unexpected event from another version must not lose the others.
    try {
      if (event.event == "started") forget_after(event.step);
      if (event.event == "metrics" || event.event == "held_out") take_figures(event);
      if (event.event == "sample") take_sample(event);
    } catch (const nlohmann::json::exception&) {
      return;
    }
  }
  const RunImport& imported() const { return imported_; }
  int64_t last_step() const { return last_step_; }

  /// A run that resumes at a step has discarded everything after it.
  void forget_after(int64_t step) {
    changed_from(std::max<int64_t>(step, 0));
    for (const char* table : {"metrics", "sample_losses", "samples"}) {
      const std::string sql = std::string("DELETE FROM ") + table + " WHERE run_id = ? AND step > ?";
      run(database_, sql.c_str(), run_id_, step);
    }
  }

 private:
  void changed_from(int64_t step) {
    imported_.changed_from = std::min(imported_.changed_from.value_or(step), step);
  }

  void take_figures(const run::RunEvent& event) {
    for (const auto& [name, value] : event.json.at("values").items()) {
      // A loss that is not a number is written as null.
      if (value.is_number()) run(metric_, run_id_, name, event.step, value.get<double>());
    }
    if (!event.json.contains("clips")) return;
    for (const auto& clip : event.json.at("clips")) {
      if (!clip.at("loss").is_number()) continue;
      run(loss_, run_id_, clip.at("id").get<std::string>(), event.step, clip.at("t").get<double>(),
          clip.at("loss").get<double>());
    }
  }

  void take_sample(const run::RunEvent& event) {
    const fs::path named = event.json.at("path").get<std::string>();
    // A run made by somebody else could name any file on this computer.
    if (named.is_absolute() || named.lexically_normal().string().starts_with("..")) return;
    const fs::path path = fs::path(folder_) / named;
    run(sample_, run_id_, to_utf8(path.lexically_normal()), event.step,
        event.value("prompt", std::string()), event.value("seed", int64_t{0}), event.json.dump());
  }

  SQLite::Database& database_;
  int64_t run_id_;
  std::string folder_;
  SQLite::Statement metric_;
  SQLite::Statement loss_;
  SQLite::Statement sample_;
  RunImport imported_;
  int64_t last_step_ = 0;
};

/// The last whole line before `end`, to detect later whether the file is still the same up to there.
std::string last_whole_line(const fs::path& file, uint64_t end) {
  constexpr size_t most = 1 << 16;
  const std::string tail = line_before(file, end, std::min<uint64_t>(end, most));
  const size_t newline = tail.rfind('\n');
  return newline == std::string::npos ? tail : tail.substr(newline + 1);
}

RunImport import_events(SQLite::Database& database, const std::string& stored,
                        const run::RunPaths& run_paths) {
  ImportCursor cursor = find_or_add(database, stored, run_paths);
  EventSink sink(database, cursor.run_id, stored);
  const bool same = cursor.events_bytes == 0 || line_before(run_paths.events(), cursor.events_bytes,
                                                            cursor.last_line.size()) == cursor.last_line;
  if (!same) {
    sink.forget_after(-1);
    cursor.events_bytes = 0;
  }
  const uint64_t end = run::read_run_events(run_paths, cursor.events_bytes,
                                            [&](const run::RunEvent& event) { sink.take(event); });
  if (sink.imported().changed_from) {
    run(database, "UPDATE runs SET last_step = ?, events_bytes = ?, last_line = ? WHERE id = ?",
        sink.last_step(), static_cast<int64_t>(end), last_whole_line(run_paths.events(), end), cursor.run_id);
  }
  return sink.imported();
}

}  // namespace

std::vector<RunInfo> list_runs(const Project& project) {
  return project.read([](SQLite::Database& database) {
    SQLite::Statement query(database,
                            "SELECT id, folder, name, family, training, created_ms, last_step FROM runs"
                            " ORDER BY created_ms DESC, id DESC");
    std::vector<RunInfo> runs;
    while (query.executeStep()) {
      runs.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString(),
                      query.getColumn(2).getString(), query.getColumn(3).getString(),
                      query.getColumn(4).getString(), query.getColumn(5).getInt64(),
                      query.getColumn(6).getInt64()});
    }
    return runs;
  });
}

RunImport import_run_events(Project& project, const run::RunPaths& run) {
  RunImport imported;
  const std::string stored = project.stored_path(run.folder);
  project.write([&](SQLite::Database& database) { imported = import_events(database, stored, run); });
  return imported;
}

std::vector<run::RunPaths> run_folders(const Project& project) {
  std::vector<run::RunPaths> folders = run::list_runs(project.folder() / "runs");
  for (const RunInfo& info : list_runs(project)) {
    const run::RunPaths elsewhere{project.absolute_path(info.folder)};
    std::error_code error;
    if (fs::path(info.folder).is_absolute() && fs::exists(elsewhere.run_file(), error))
      folders.push_back(elsewhere);
  }
  return folders;
}

ReindexReport reindex_runs(Project& project, const WorkOptions& options) {
  ReindexReport report;
  const auto runs = run_folders(project);
  project.write([](SQLite::Database& database) { database.exec("DELETE FROM runs"); });
  ProgressMeter meter(FW_TEXT("phases", "indexing runs"), static_cast<int64_t>(runs.size()));
  for (const run::RunPaths& run : runs) {
    if (options.stop.stop_requested()) throw Cancelled();
    try {
      report.events += import_run_events(project, run).events;
      ++report.runs;
    } catch (const Error& error) {
      report.faults.push_back(
          {run_unreadable, {{"folder", to_utf8(run.folder)}, {"reason", error.fault().message()}}});
    }
    if (options.on_progress) options.on_progress(meter.update(report.runs));
  }
  return report;
}

std::vector<std::string> metric_names(const Project& project, int64_t run_id) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT DISTINCT name FROM metrics WHERE run_id = ? ORDER BY name");
    query.bind(1, run_id);
    std::vector<std::string> names;
    while (query.executeStep()) names.push_back(query.getColumn(0).getString());
    return names;
  });
}

std::vector<MetricPoint> read_metric(const Project& project, int64_t run_id, std::string_view name,
                                     int64_t from_step) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database,
        "SELECT step, value FROM metrics WHERE run_id = ? AND name = ? AND step >= ? ORDER BY step");
    std::vector<MetricPoint> points;
    for (bool more = first_row(query, run_id, name, from_step); more; more = query.executeStep()) {
      points.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getDouble()});
    }
    return points;
  });
}

std::vector<RunSample> list_samples(const Project& project, std::optional<int64_t> run_id) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database,
                            "SELECT run_id, path, step, prompt, seed, details FROM samples"
                            " WHERE run_id = coalesce(?, run_id) ORDER BY run_id, step, path");
    std::vector<RunSample> samples;
    for (bool more = first_row(query, run_id); more; more = query.executeStep()) {
      samples.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString(),
                         query.getColumn(2).getInt64(), query.getColumn(3).getString(),
                         query.getColumn(4).getInt64(),
                         nlohmann::json::parse(query.getColumn(5).getString())});
    }
    return samples;
  });
}

std::vector<SampleDifficulty> sample_losses(const Project& project, int64_t run_id) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database,
                            "SELECT sample_id, count(*), avg(loss) FROM sample_losses WHERE run_id = ?"
                            " GROUP BY sample_id ORDER BY avg(loss) DESC, sample_id");
    query.bind(1, run_id);
    std::vector<SampleDifficulty> losses;
    while (query.executeStep()) {
      losses.push_back(
          {query.getColumn(0).getString(), query.getColumn(1).getInt64(), query.getColumn(2).getDouble()});
    }
    return losses;
  });
}

}  // namespace fw::project
