// SPDX-License-Identifier: Apache-2.0
#include "training/metric_files.h"

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.h"
#include "base/paths.h"

namespace fw::training {

namespace {

using nlohmann::json;

std::string csv_line(const json& event) {
  std::string line = std::to_string(event.at("step").get<int64_t>());
  for (const std::string& column : csv_columns()) {
    line += ',';
    const auto value = event.at("values").find(column);
    if (value != event.at("values").end() && value->is_number()) line += value->dump();
  }
  return line + '\n';
}

}  // namespace

const std::vector<std::string>& csv_columns() {
  static const std::vector<std::string> columns = {"loss",
                                                   "loss_average",
                                                   "loss_t0_249",
                                                   "loss_t250_499",
                                                   "loss_t500_749",
                                                   "loss_t750_999",
                                                   "lr",
                                                   "grad_norm",
                                                   "steps_per_hour",
                                                   "samples_per_second",
                                                   "data_wait_share",
                                                   "loop_share",
                                                   "epoch",
                                                   "skipped_steps",
                                                   "vram_allocated_bytes",
                                                   "vram_reserved_bytes",
                                                   "vram_peak_bytes",
                                                   "vram_total_bytes",
                                                   "host_bytes",
                                                   "seconds_left",
                                                   "held_out_loss"};
  return columns;
}

MetricFiles::MetricFiles(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset,
                         int64_t step)
    : run_(run),
      with_csv_(settings.csv),
      with_tensorboard_(settings.tensorboard),
      tensorboard_offset_(offset),
      tensorboard_step_(step) {}

std::string MetricFiles::catch_up() {
  const std::string csv = with_csv_ ? catch_up_csv() : "";
  const std::string tensorboard = with_tensorboard_ ? catch_up_tensorboard() : "";
  return csv.empty() ? tensorboard : csv;
}

std::string MetricFiles::catch_up_csv() {
  const std::filesystem::path file = run_.folder / "metrics.csv";
  if (std::error_code error; std::filesystem::is_symlink(file, error))
    return to_utf8(file) + ": it is a link";
  errno = 0;
  if (!csv_.is_open()) {
    csv_.clear();
    csv_.open(file, std::ios::binary | std::ios::trunc);
    csv_ << "step";
    for (const std::string& column : csv_columns()) csv_ << ',' << column;
    csv_ << '\n';
    csv_offset_ = 0;
  }
  csv_offset_ = run::read_run_events(run_, csv_offset_, [&](const run::RunEvent& event) {
    if (event.json.contains("values")) csv_ << csv_line(event.json);
  });
  if (csv_.flush()) return {};
  const std::string reason = std::strerror(errno == 0 ? EIO : errno);
  csv_.close();
  return to_utf8(file) + ": " + reason;
}

std::string MetricFiles::catch_up_tensorboard() {
  try {
    if (!tensorboard_) {
      tensorboard_.emplace(run_.folder / "tensorboard");
      const auto now = std::chrono::system_clock::now().time_since_epoch();
      if (tensorboard_step_ > 0)
        tensorboard_->restart(tensorboard_step_ + 1, std::chrono::duration<double>(now).count());
    }
    int64_t step = tensorboard_step_;
    const uint64_t offset = run::read_run_events(run_, tensorboard_offset_, [&](const run::RunEvent& event) {
      if (!event.json.contains("values")) return;
      for (const auto& [name, value] : event.json.at("values").items()) {
        if (value.is_number())
          tensorboard_->scalar(name, event.step, value.get<double>(),
                               static_cast<double>(event.time_ms) / 1e3);
      }
      step = event.step;
    });
    tensorboard_->flush();
    tensorboard_offset_ = offset;
    tensorboard_step_ = step;
    return {};
  } catch (const Error& error) {
    tensorboard_.reset();
    return error.fault().message();
  }
}

}  // namespace fw::training
