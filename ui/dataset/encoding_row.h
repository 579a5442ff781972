// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <tuple>

#include "engine_api/requests.h"
#include "project/project.h"
#include "ui/state/worker.h"
#include "workflow/encoded_samples.h"

class QAction;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class BucketPlanner;
class ClipStore;
class EngineBridge;
class JobListModel;

/// The samples that the cache lacks, counted as in the Train page's estimate, and the command to encode them
/// ahead of the first run. GUI thread only.
class EncodingRow : public QWidget {
  Q_OBJECT
 public:
  EncodingRow(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, BucketPlanner& planner,
              ActionRegistry& actions, QWidget* parent = nullptr);

  QLabel* label() const { return m_label; }
  /// The run being edited: if it has the plan's model, its encoding settings are used.
  void setRun(const run::RunSettings& settings);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Missing {
    int64_t samples = 0;  ///< total
    int64_t clips = 0;
    int64_t captions = 0;
  };
  /// Networks, their devices, and the trigger word.
  using Asked = std::tuple<engine_api::PrecomputeRequest, engine_api::Processor, std::string>;

  /// Where the precompute job stores the encoded samples of the current model.
  std::filesystem::path encodedFile() const;
  Asked asked() const;
  void openProject();
  void count();
  void countWhenNew();
  void countSamples(const dataset::ClipEncoding& encoding);
  void stopCounting();
  void showMissing(const Missing& missing);
  void encode();
  void updateCommand();

  EngineBridge& m_bridge;
  ClipStore& m_store;
  BucketPlanner& m_planner;
  QLabel* m_label;
  QAction* m_encode;
  run::RunSettings m_run;
  std::shared_ptr<const project::Project> m_project;  // used only on the worker
  Asked m_asked;
  bool m_isIdentifying = false;  // the networks are being hashed
  Worker m_worker;               // last: destroyed first
};

}  // namespace fw::ui
