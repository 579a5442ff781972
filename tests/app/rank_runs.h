// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "rank_processes.h"
#include "run/run_folder.h"
#include "support/tiny_run.h"

/// Command line processes that train a tiny run together, and the results of a single process to compare
/// with.
namespace fw::support {

namespace fs = std::filesystem;

class RankRuns : public QObject {
 protected:
  QTemporaryDir folder_;
  run::RunPaths wanted_run_;                    // of a single process
  std::string wanted_weights_, wanted_losses_;  // its results
  std::vector<std::string> settings_;           // for all runs, in addition to those below

  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(std::vector<std::string> settings = {}) const {
    settings.insert(settings.begin(), settings_.begin(), settings_.end());
    for (const char* each : {"training.train_steps=4", "training.gradient_accumulation_steps=12",
                             "checkpoints.checkpointing_steps=2", "metrics.tensorboard=false",
                             "validation.held_out_samples=3", "validation.held_out_steps=2"})
      settings.insert(settings.begin(), each);
    return make_tiny_run(path(""), settings);
  }
  static QStringList resuming(const run::RunPaths& run) {
    return {"--json", "train", "--resume", QString::fromStdString(run.folder.string())};
  }
  static QStringList launching(int ranks, const run::RunPaths& run) {
    return QStringList{"launch", "--nproc", QString::number(ranks), "--"} + resuming(run);
  }
  /// Every metric of the training except time and memory.
  static std::string losses(const run::RunPaths& run) {
    std::string text;
    run::read_run_events(run, 0, [&](const run::RunEvent& event) {
      if (!event.json.contains("values")) return;
      for (const auto& [name, value] : event.json.at("values").items())
        if (name.find("loss") != std::string::npos || name == "lr" || name == "grad_norm" || name == "epoch")
          text += std::to_string(event.step) + " " + name + " " + value.dump() + "\n";
      if (event.json.contains("clips")) text += event.json.at("clips").dump() + "\n";
    });
    return text;
  }
  /// Weights of the LoRA, or of each file of a model, including averages.
  static std::string weights(const run::RunPaths& run) {
    std::map<fs::path, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(run.result()))
      if (entry.path().extension() == ".safetensors") files[entry.path()] = read_file(entry.path());
    std::string all;
    for (const auto& [file, content] : files) all += content;
    return all;
  }
  void compare_with_one_process(const run::RunPaths& run) const {
    QCOMPARE(losses(run), wanted_losses_);
    QVERIFY(weights(run) == wanted_weights_);
  }
  static std::vector<std::unique_ptr<QProcess>> start_ranks(int size, const run::RunPaths& run,
                                                            int victim = -1,
                                                            const Variables& of_victim = {}) {
    const int port = free_port();
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < size; ++rank) {
      Variables variables = torchrun(rank, size, port);
      if (rank == victim) variables.insert(of_victim.begin(), of_victim.end());
      ranks.push_back(start(resuming(run), variables));
    }
    return ranks;
  }

  void make_wanted() {
    make_tiny_model(path("model"));
    make_tiny_dataset(path(""), 8);
    wanted_run_ = make_run();
    QCOMPARE(end_of(*start(resuming(wanted_run_))), 0);
    wanted_losses_ = losses(wanted_run_);
    wanted_weights_ = weights(wanted_run_);
    QVERIFY(wanted_losses_.find("held_out_loss") != std::string::npos);
  }
};

}  // namespace fw::support
