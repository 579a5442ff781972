// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <memory>

#include "project/bucket_plan.h"
#include "ui/dataset/dataset_settings.h"

namespace fw::ui {

class ClipStore;

/// Assigns clips to buckets and keeps the plan up to date with the project. GUI thread only; plans on the
/// store's worker.
class BucketPlanner : public QObject {
  Q_OBJECT
 public:
  explicit BucketPlanner(ClipStore& store, QObject* parent = nullptr);

  /// Null until the first plan.
  const project::BucketPlan* plan() const { return m_planned ? &m_planned->plan : nullptr; }
  /// The same, for another thread: plans of many clips are large.
  std::shared_ptr<const project::BucketPlan> sharedPlan() const;
  const DatasetSettings& settings() const { return m_settings; }
  /// Whether the buckets are suggestions for a project without its own.
  bool isProposal() const { return m_planned && m_planned->isProposal; }
  /// Null if the clip is not planned or fits no bucket.
  const dataset::BucketFit* fitOf(qint64 clip) const;

  bool canEdit() const;
  /// Makes the suggestion the project's buckets, as one undo step.
  void propose();
  /// bucketsSet() follows once the project has them.
  void setBuckets(const std::vector<catalog::Bucket>& buckets);
  void setSetting(std::string_view key, const std::string& value);

 Q_SIGNALS:
  void planned();
  void bucketsSet();

 private:
  struct Planned {
    DatasetSettings settings;
    project::BucketPlan plan;
    bool isProposal = false;
    QHash<qint64, size_t> place;  // of each clip in the assignments
  };
  void replan();

  ClipStore& m_store;
  DatasetSettings m_settings;
  std::shared_ptr<const Planned> m_planned;
  bool m_isPlanning = false;
  bool m_planAgain = false;
};

}  // namespace fw::ui
