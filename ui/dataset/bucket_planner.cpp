// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/bucket_planner.h"

#include "project/clips.h"
#include "ui/state/clip_store.h"

namespace fw::ui {

BucketPlanner::BucketPlanner(ClipStore& store, QObject* parent) : QObject(parent), m_store(store) {
  connect(&m_store, &ClipStore::opened, this, [this] {
    m_isPlanning = false;  // the store has dropped the previous project's requests
    m_planned.reset();
    Q_EMIT planned();
    replan();
  });
  connect(&m_store, &ClipStore::changed, this, &BucketPlanner::replan);
  connect(&m_store, &ClipStore::failed, this, [this] { m_isPlanning = false; });
  replan();
}

const dataset::BucketFit* BucketPlanner::fitOf(qint64 clip) const {
  if (!m_planned) return nullptr;
  const auto place = m_planned->place.find(clip);
  if (place == m_planned->place.end()) return nullptr;
  const auto& fit = m_planned->plan.assignments[*place].fit;
  return fit ? &*fit : nullptr;
}

std::shared_ptr<const project::BucketPlan> BucketPlanner::sharedPlan() const {
  return m_planned ? std::shared_ptr<const project::BucketPlan>(m_planned, &m_planned->plan) : nullptr;
}

void BucketPlanner::replan() {
  m_planAgain = m_isPlanning;
  if (m_isPlanning || !m_store.isOpen()) return;
  m_isPlanning = true;
  m_store.readAll(
      [](const project::Project& project, const std::stop_token& stop) {
        auto planned = std::make_shared<Planned>();
        planned->settings = DatasetSettings::read(project);
        planned->plan = plan_buckets(project, project_request(project, planned->settings.model),
                                     {.threads = 1, .stop = stop});
        planned->isProposal = project_buckets(project).empty();
        const auto& assignments = planned->plan.assignments;
        planned->place.reserve(static_cast<qsizetype>(assignments.size()));
        for (size_t i = 0; i < assignments.size(); ++i) planned->place[assignments[i].clip_id] = i;
        return planned;
      },
      [this](std::shared_ptr<Planned> planned) {
        m_isPlanning = false;
        m_settings = planned->settings;
        m_planned = std::move(planned);
        Q_EMIT this->planned();
        if (m_planAgain) replan();
      });
}

bool BucketPlanner::canEdit() const {
  return m_store.canEdit();
}

void BucketPlanner::propose() {
  m_store.edit([](project::Project& project) {
    project::BucketRequest request = project_request(project, project::chosen_model(project).model);
    request.propose = true;
    set_project_buckets(project, plan_buckets(project, request, {.threads = 1}).buckets);
  });
}

void BucketPlanner::setBuckets(const std::vector<catalog::Bucket>& buckets) {
  m_store.edit([buckets](project::Project& project) { set_project_buckets(project, buckets); });
  m_store.readAfterEdits([](const project::Project&, const std::stop_token&) { return true; },
                         [this](bool) { Q_EMIT bucketsSet(); });
}

void BucketPlanner::setSetting(std::string_view key, const std::string& value) {
  m_store.edit([key = std::string(key), value](project::Project& project) {
    DatasetSettings::write(project, key, value);
  });
}

}  // namespace fw::ui
