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

/// What the disk says to a run file: the model in its folder and the samples of its dataset.
struct RunFacts {
  catalog::ModelSource source;  ///< what was looked at, absolute; empty: none is given
  std::string dataset;          ///< likewise
  std::optional<catalog::ModelSpec> model;
  int64_t samples = 0;
  std::set<catalog::Bucket> buckets;  ///< of the samples
  std::map<catalog::Bucket, int64_t> samplesOf;
  bool isEncoded = false;      ///< each sample of the dataset names its entries, and the cache has them
  int64_t pixelsToEncode = 0;  ///< of clips whose entries the cache lacks, as this run would encode them
  /// No dataset is given: the samples are the project's clips in the project's buckets.
  bool isFromProject = false;
  int64_t leftOut = 0;        ///< clips of the project that fit no bucket
  int64_t longestClip = 0;    ///< of the project: frames at the rate of its samples
  int64_t longCaptions = 0;   ///< different ones, of which an encoder of the model ignores the end
  int64_t tokenLimit = 0;     ///< the fewest tokens that one of them reads
  std::vector<Fault> faults;  ///< of folders and files that cannot be used
  /// Why the model cannot be loaded, though it can be planned.
  std::optional<Fault> obstacle;
  /// Of a dataset that was frozen from the project before: what its clips are otherwise now.
  workflow::DatasetChanges changes;

  /// Of the samples, those that a run with these settings uses: all, or those that it lists and that are
  /// there.
  std::set<catalog::Bucket> bucketsOf(const run::RunSettings& settings) const;
  /// The samples in them.
  int64_t samplesIn(const std::set<catalog::Bucket>& wanted) const;
  /// "3 samples: 33x32x48 (2), 25x32x64 (1)", of those that a run with these settings uses; empty for none.
  QString samplesText(const run::RunSettings& settings) const;
};

/// A fault of another place as one of the setting that names the place.
Fault at(const char* key, Fault fault);

/// Looks at the model folder and the dataset of the draft whenever another one is named, on a worker.
/// GUI thread only.
class RunCheck : public QObject {
  Q_OBJECT
 public:
  RunCheck(RunDraft& draft, ProjectSession& session, const EngineBridge& bridge, QObject* parent = nullptr);

  const RunFacts& facts() const { return m_facts; }
  /// Whether the facts are those of the draft as it is.
  bool isCurrent() const { return m_isKnown; }
  /// Whether their model is that of the draft, also while the rest of it is being looked at.
  bool knowsModel() const;
  /// Looks again, also at the same folders: files may have changed.
  void look();
  /// The same, while what is known holds.
  void refresh();

  /// All that keeps the draft from being started: of its text and of the disk, the text's first.
  std::vector<Fault> faults() const;
  /// What a person should know before it is: nothing of it keeps the draft from being started.
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
  engine_api::PrecomputeRequest m_encoding;                            // how clips are encoded
  engine_api::Processor m_processor = engine_api::Processor::cpu;      // likewise
  bool m_isKnown = false;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
