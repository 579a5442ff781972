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

/// What the cache lacks of the planned samples, counted as the Train page's estimate counts it, and the
/// command that encodes it: so that the first run does not have to. GUI thread only.
class EncodingRow : public QWidget {
  Q_OBJECT
 public:
  EncodingRow(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, BucketPlanner& planner,
              ActionRegistry& actions, QWidget* parent = nullptr);

  QLabel* label() const { return m_label; }
  /// The run that is being prepared: where it is for the model of the plan, clips are encoded as it will use
  /// them.
  void setRun(const run::RunSettings& settings);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Missing {
    int64_t samples = 0;  ///< all of them
    int64_t clips = 0;
    int64_t captions = 0;
  };
  /// Networks and where they compute, and the trigger word.
  using Asked = std::tuple<engine_api::PrecomputeRequest, engine_api::Processor, std::string>;

  /// Where the precompute job leaves what it has encoded for the present model.
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
  std::shared_ptr<const project::Project> m_project;  // used on the worker only
  Asked m_asked;
  bool m_isIdentifying = false;  // the networks are being read
  Worker m_worker;               // last: ends before all else
};

}  // namespace fw::ui
