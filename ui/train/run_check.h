// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "project/project.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/worker.h"
#include "workflow/dataset_changes.h"
#include "workflow/encoded_samples.h"

namespace fw::ui {

class EngineBridge;
class ProjectSession;

/// Facts from the disk about a run file: the model in its folder and the samples of its dataset.
struct RunFacts {
  catalog::ModelSource source;  ///< what was read, absolute; empty: none given
  std::string dataset;          ///< likewise
  std::optional<catalog::ModelSpec> model;
  int64_t samples = 0;
  std::set<catalog::Bucket> buckets;  ///< of the samples
  std::map<catalog::Bucket, int64_t> samplesOf;
  bool isEncoded = false;      ///< each sample of the dataset names its entries, and they are in the cache
  int64_t pixelsToEncode = 0;  ///< of clips missing from the cache, as this run would encode them
  /// No dataset is given: the samples are the project's clips in the project's buckets.
  bool isFromProject = false;
  int64_t leftOut = 0;        ///< number of the project's clips that fit no bucket
  int64_t longestClip = 0;    ///< of the project: frames at the samples' rate
  int64_t longCaptions = 0;   ///< distinct captions that an encoder of the model truncates
  int64_t tokenLimit = 0;     ///< the lowest token limit of its encoders
  std::vector<Fault> faults;  ///< of unusable folders and files
  /// Why the model can be planned but not loaded.
  std::optional<Fault> obstacle;
  /// For a dataset frozen from the project earlier: how its clips have changed since.
  workflow::DatasetChanges changes;

  /// The buckets that a run with these settings uses: all, or the listed ones that exist.
  std::set<catalog::Bucket> bucketsOf(const run::RunSettings& settings) const;
  /// Number of samples in them.
  int64_t samplesIn(const std::set<catalog::Bucket>& wanted) const;
  /// "3 samples: 33x32x48 (2), 25x32x64 (1)", for the samples that a run with these settings uses; empty:
  /// none.
  QString samplesText(const run::RunSettings& settings) const;
};

/// Turns a fault of a folder or file into one of the setting that names it.
Fault at(const char* key, Fault fault);

/// Checks the draft's model folder and dataset on a worker whenever they change. GUI thread only.
class RunCheck : public QObject {
  Q_OBJECT
 public:
  RunCheck(RunDraft& draft, ProjectSession& session, const EngineBridge& bridge, QObject* parent = nullptr);

  const RunFacts& facts() const { return m_facts; }
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
  RunFacts m_facts;
  std::tuple<catalog::ModelSource, std::string, std::string> m_asked;  // model, dataset, trigger word
  engine_api::PrecomputeRequest m_encoding;                            // encoding settings
  engine_api::Processor m_processor = engine_api::Processor::cpu;      // likewise
  bool m_isKnown = false;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
