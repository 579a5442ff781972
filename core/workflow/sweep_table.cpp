// SPDX-License-Identifier: Apache-2.0
#include "workflow/sweep_table.h"

#include <algorithm>
#include <cmath>

#include "base/paths.h"
#include "base/units.h"
#include "interchange/csv.h"
#include "run/phase_times.h"
#include "run/run_folder.h"

namespace fw::workflow {

namespace {

namespace fs = std::filesystem;

std::string key_of(const std::string& setting) {
  return setting.substr(0, setting.find('='));
}
std::string value_of(const std::string& setting) {
  return setting.substr(setting.find('=') + 1);
}

/// Adds a point. A resumed run repeats the steps since its checkpoint.
void add_point(std::vector<SweepPoint>& points, SweepPoint point) {
  while (!points.empty() && points.back().step >= point.step) points.pop_back();
  points.push_back(point);
}

/// Takes what the run's events say. @return whether its last job ended with a fault
bool take_events(const run::RunPaths& paths, SweepRow& row) {
  bool has_failed = false;
  int64_t clip_step = -1;
  run::read_run_events(paths, 0, [&](const run::RunEvent& event) {
    if (event.event == "metrics") {
      if (const auto loss = event.figure("loss_average")) add_point(row.losses, {event.step, *loss});
      if (const auto peak = event.figure("vram_peak_bytes"))
        row.vram_peak_bytes = std::max(row.vram_peak_bytes, static_cast<int64_t>(*peak));
    } else if (event.event == "held_out") {
      if (const auto loss = event.figure("held_out_loss"))
        add_point(row.held_out_losses, {event.step, *loss});
    } else if (event.event == "sample") {
      if (event.step != clip_step) row.clips.clear();
      clip_step = event.step;
      row.clips.push_back(paths.samples(event.step) /
                          fs::path(event.value("path", std::string())).filename());
    } else if (event.event == "started") {
      has_failed = false;
    } else if (event.event == "ended") {
      has_failed = event.value("state", std::string()) == "failed";
    }
  });
  std::ranges::sort(row.clips);
  row.clips.erase(std::unique(row.clips.begin(), row.clips.end()), row.clips.end());
  return has_failed;
}

SweepRow row_of(const run::RunPaths& paths, const run::SweepRun& entry) {
  SweepRow row{.run = paths.folder, .settings = entry.settings};
  const bool has_failed = take_events(paths, row);
  if (!row.losses.empty()) {
    row.step = row.losses.back().step;
    row.loss = row.losses.back().value;
  }
  if (!row.held_out_losses.empty()) row.held_out_loss = row.held_out_losses.back().value;
  for (const auto& [phase, seconds] : run::read_phase_times(paths).seconds) row.seconds += seconds;
  const run::RunStatus status = run::run_status(paths);
  row.total_steps = status.total_steps;
  using enum SweepRunState;
  row.state = status.running         ? running
              : status.is_finished() ? finished
              : entry.dropped_at > 0 ? dropped
              : has_failed           ? failed
              : row.step > 0         ? paused
                                     : waiting;
  return row;
}

std::string loss_text(const std::optional<double>& loss) {
  return loss ? format_significant(*loss, 4) : std::string("–");
}

/// The row's value of a setting; empty if it does not differ there.
std::string value_in(const SweepRow& row, const std::string& key) {
  for (const std::string& setting : row.settings)
    if (key_of(setting) == key) return value_of(setting);
  return {};
}

std::vector<std::string> keys_of(const std::vector<SweepRow>& rows) {
  std::vector<std::string> keys;
  for (const SweepRow& row : rows)
    for (const std::string& setting : row.settings)
      if (const std::string key = key_of(setting); std::ranges::find(keys, key) == keys.end())
        keys.push_back(key);
  return keys;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + interchange::csv_cell(cell);
  return line + "\n";
}

/// Letters, not bytes.
size_t width_of(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::vector<SweepRow> sweep_table(const fs::path& sweep) {
  std::vector<SweepRow> rows;
  std::error_code error;
  for (const run::SweepRun& entry : run::read_sweep(sweep).runs) {
    const run::RunPaths paths{sweep.parent_path() / entry.folder};
    if (fs::exists(paths.run_file(), error)) rows.push_back(row_of(paths, entry));
  }
  return rows;
}

const SweepRow* best_of(const std::vector<SweepRow>& rows) {
  const auto has_held_out = [](const SweepRow& row) { return row.held_out_loss.has_value(); };
  const bool by_held_out = std::ranges::any_of(rows, has_held_out);
  const SweepRow* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const SweepRow& row : rows) {
    if (row.state == SweepRunState::dropped || row.state == SweepRunState::failed) continue;
    const std::optional<double>& loss = by_held_out ? row.held_out_loss : row.loss;
    if (!loss || !(*loss < least)) continue;
    best = &row;
    least = *loss;
  }
  return best;
}

std::string sweep_text(const std::vector<SweepRow>& rows) {
  std::vector<std::vector<std::string>> cells{{}};
  for (const std::string& key : keys_of(rows)) cells.front().push_back(key.substr(key.rfind('.') + 1));
  for (const char* const head : {"state", "step", "loss", "held-out", "time", "VRAM"})
    cells.front().emplace_back(head);
  const SweepRow* const best = best_of(rows);
  for (const SweepRow& row : rows) {
    std::vector<std::string> line;
    for (const std::string& key : keys_of(rows)) line.push_back(value_in(row, key));
    line.emplace_back(name_of(row.state));
    line.push_back(std::to_string(row.step));
    line.push_back(loss_text(row.loss));
    line.push_back(loss_text(row.held_out_loss));
    line.push_back(format_duration(row.seconds));
    line.push_back(row.vram_peak_bytes > 0 ? format_bytes(static_cast<uint64_t>(row.vram_peak_bytes)) : "–");
    if (&row == best) line.emplace_back("best");
    cells.push_back(std::move(line));
  }
  std::vector<size_t> widths;
  for (const auto& line : cells) {
    widths.resize(std::max(widths.size(), line.size()));
    for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  }
  std::string text;
  for (const auto& line : cells) {
    for (size_t i = 0; i < line.size(); ++i) {
      text += line[i];
      if (i + 1 < line.size()) text += std::string(widths[i] - width_of(line[i]) + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

std::string sweep_csv(const std::vector<SweepRow>& rows) {
  const std::vector<std::string> keys = keys_of(rows);
  std::vector<std::string> head{"run"};
  head.insert(head.end(), keys.begin(), keys.end());
  for (const char* const name :
       {"state", "step", "total_steps", "loss", "held_out_loss", "seconds", "vram_peak_bytes"})
    head.emplace_back(name);
  std::string text = csv_line(head);
  const auto in_full = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value).dump() : std::string();
  };
  for (const SweepRow& row : rows) {
    std::vector<std::string> line{to_utf8(row.run.filename())};
    for (const std::string& key : keys) line.push_back(value_in(row, key));
    line.insert(line.end(), {std::string(name_of(row.state)), std::to_string(row.step),
                             std::to_string(row.total_steps), in_full(row.loss), in_full(row.held_out_loss),
                             format_fixed(row.seconds, 1), std::to_string(row.vram_peak_bytes)});
    text += csv_line(line);
  }
  return text;
}

}  // namespace fw::workflow
