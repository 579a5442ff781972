// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <tuple>
#include <vector>

#include "engine_api/requests.h"
#include "project/project.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/worker.h"
#include "workflow/run_facts.h"

namespace fw::ui {

class EngineBridge;
class ProjectSession;

/// Checks the draft's model folder and dataset on a worker whenever they change. GUI thread only.
class RunCheck : public QObject {
  Q_OBJECT
 public:
  RunCheck(RunDraft& draft, ProjectSession& session, const EngineBridge& bridge, QObject* parent = nullptr);

  const workflow::RunFacts& facts() const { return m_facts; }
  /// Whether the facts match the current draft.
  bool isCurrent() const { return m_isKnown; }
  /// Whether their model is the draft's, even if the rest is still being checked.
  bool knowsModel() const;
  /// Checks again even if the folders are the same: files may have changed.
  void look();
  /// The same, keeping the known facts meanwhile.
  void refresh();

  /// Everything that prevents starting the draft: faults of its text first, then of the disk.
  std::vector<Fault> faults() const;
  /// "3 samples: 33x32x48 (2), 25x32x64 (1)", for the samples that the draft uses; empty: none.
  QString samplesText() const;
  /// Warnings before starting; none of them prevents it.
  std::vector<Fault> advice() const;

 Q_SIGNALS:
  void changed();

 private:
  void lookWhenNew();
  engine_api::Processor processor() const;

  RunDraft& m_draft;
  ProjectSession& m_session;
  const EngineBridge& m_bridge;
  workflow::RunFacts m_facts;
  std::tuple<catalog::ModelSource, std::string, std::string> m_asked;  // model, dataset, trigger word
  engine_api::PrecomputeRequest m_encoding;                            // encoding settings
  engine_api::Processor m_processor = engine_api::Processor::cpu;      // likewise
  bool m_isKnown = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
