// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/plan_card.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/plan/memory_bars.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/train/run_check.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

bool isMissingDataset(const Fault& fault) {
  return fault.code == "train.no_dataset" ||
         (fault.code == "run.missing" && faultKey(fault) == "data.dataset");
}

}  // namespace

PlanCard::PlanCard(RunDraft& draft, const RunCheck& check, EngineBridge& bridge, QAction* fit,
                   QAction* buckets, QWidget* parent)
    : Card(tr("Resources"), parent),
      m_draft(draft),
      m_check(check),
      m_bridge(bridge),
      m_fit(fit),
      m_feed(bridge),
      m_bars(new MemoryBars),
      m_icon(new QLabel),
      m_verdict(new WrapLabel),
      m_facts(new WrapLabel) {
  auto* const line = new QHBoxLayout;
  line->addWidget(m_icon, 0, Qt::AlignTop);
  line->addWidget(m_verdict, 1);
  body()->addWidget(m_bars);
  body()->addLayout(line);
  body()->addWidget(m_facts);
  body()->addWidget(actionButton(fit), 0, Qt::AlignLeft);
  auto* const useBuckets = actionButton(buckets);
  body()->addWidget(useBuckets, 0, Qt::AlignLeft);
  const auto offer = [buckets, useBuckets] {
    useBuckets->setText(buckets->iconText());
    useBuckets->setAccessibleName(buckets->iconText());
    useBuckets->setVisible(buckets->isEnabled());
  };
  connect(buckets, &QAction::changed, useBuckets, offer);
  offer();
  m_facts->setForegroundRole(QPalette::PlaceholderText);
  connect(&m_feed, &PlanFeed::planned, this, [this](const engine_api::RunPlan& plan) {
    m_plan = plan;
    m_problem.clear();
    show();
  });
  connect(&m_feed, &PlanFeed::fitted, this, &PlanCard::showFit);
  connect(&m_feed, &PlanFeed::failed, this, [this](const Fault& fault) {
    m_plan.reset();
    m_problem = faultWithHint(fault);
    show();
  });
  connect(&m_feed, &PlanFeed::busyChanged, this, &PlanCard::showVerdict);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, &PlanCard::showVerdict);
  show();
}

QString PlanCard::obstacle() const {
  if (!m_feed.isAvailable()) return tr("No plan: the engine is not loaded.");
  if (m_draft.run().settings.model_folder.empty())
    return tr("Choose a model folder to see what the run needs.");
  const auto faults = m_check.faults();
  if (!std::ranges::all_of(faults, isMissingDataset))
    return tr("No plan: some settings are missing or wrong.");
  return {};
}

/// The draft with what is known about a dataset that is not frozen yet.
std::string PlanCard::plannedText() const {
  const run::RunSettings& settings = m_draft.run().settings;
  std::string text = m_draft.text();
  if (!settings.dataset.empty()) return text;
  text = run::set_in_text(text, "data.dataset", catalog::Value(std::string("dataset-to-be.jsonl")));
  if (!settings.video_resolution_buckets.empty() || m_check.facts().buckets.empty()) return text;
  std::vector<std::string> shapes;
  for (const catalog::Bucket& bucket : m_check.facts().buckets) shapes.push_back(to_string(bucket));
  return run::set_in_text(text, "data.video_resolution_buckets", catalog::Value(shapes));
}

void PlanCard::ask(int64_t processes) {
  if (!m_draft.hasSyntax() || !m_check.isCurrent() || !obstacle().isEmpty()) {
    m_asked.clear();
    m_plan.reset();
    m_problem.clear();
    return show();
  }
  std::string text = plannedText();
  if (text == m_asked && processes == m_askedProcesses) return showVerdict();
  m_asked = std::move(text);
  m_askedProcesses = processes;
  m_fitted.clear();
  m_feed.askForPlan(m_asked, m_draft.file(), processes);
}

void PlanCard::askAgain() {
  if (!m_asked.empty()) m_feed.askForPlan(m_asked, m_draft.file(), m_askedProcesses);
}

void PlanCard::fit() {
  if (obstacle().isEmpty()) m_feed.askForFit(plannedText(), m_draft.file());
}

void PlanCard::showFit(const engine_api::RunFit& fit) {
  m_draft.edit([] { return tr("Fit to the GPU"); },
               [&](std::string text) {
                 for (const run::SettingChange& change : fit.verdict.changes)
                   text = run::override_in_text(text, change.assignment());
                 return text;
               });
  m_plan = fit.plan;
  m_fitted = verdictText(fit.verdict);
  m_asked = plannedText();  // its plan is current
  m_problem.clear();
  show();
}

int64_t PlanCard::freeBytes() const {
  return freeBytesFor(m_bridge, QString::fromStdString(m_draft.run().settings.device), m_plan);
}

workflow::RunNeeds PlanCard::needs() const {
  return workflow::needs_of(*m_plan, m_draft.run().settings, m_check.facts());
}

double PlanCard::stepSeconds() const {
  if (!m_plan || m_plan->step_times.size() != 1) return 0;
  return workflow::step_seconds(*m_plan, m_check.facts(), m_plan->step_times.front());
}

double PlanCard::seconds() const {
  if (stepSeconds() <= 0) return 0;
  return workflow::total_seconds(*m_plan, m_draft.run().settings, m_check.facts(), stepSeconds());
}

QString PlanCard::timeText() const {
  if (seconds() <= 0) return tr("Time: known after the first steps.");
  const engine_api::StepTime& step = m_plan->step_times.front();
  const QString text = step.measured_here
                           ? tr("Time: about %1 for %2 steps, %3 s per step, measured on this machine")
                           : tr("Time: about %1 for %2 steps, %3 s per step, estimated");
  return text.arg(durationText(seconds()), QLocale().toString(qlonglong{needs().steps}),
                  QLocale().toString(stepSeconds(), 'g', 3));
}

std::vector<Fault> PlanCard::advice() const {
  return m_plan ? workflow::shortages(*m_plan, m_draft.run().settings, needs()) : std::vector<Fault>();
}

QString PlanCard::diskText() const {
  QString text = tr("Disk: checkpoints about %1").arg(bytesText(needs().checkpoint_bytes));
  // Runs and cache may be on different disks.
  const auto addFree = [&](int64_t free) {
    if (free < INT64_MAX) text += tr(" (%1 free)").arg(bytesText(free));
  };
  addFree(m_plan->output_free_bytes);
  if (m_plan->samples > 0) {
    text += tr(", cache %1").arg(bytesText(m_plan->cache_bytes));
    addFree(m_plan->cache_free_bytes);
  }
  return text;
}

void PlanCard::show() {
  m_bars->setPhases(m_plan ? phasesOf(*m_plan) : std::vector<PhaseBar>());
  m_bars->setVisible(m_plan.has_value());
  showVerdict();
}

void PlanCard::showVerdict() {
  const QString why = m_draft.hasSyntax() ? obstacle() : tr("The run file cannot be read.");
  m_fit->setEnabled(why.isEmpty() && !m_feed.isBusy() && freeBytes() > 0);
  m_facts->setVisible(m_plan.has_value());
  m_icon->setVisible(m_plan.has_value() || !m_problem.isEmpty());
  if (!m_plan) {
    showIcon(*m_icon, "warning", Tint::warning, 18);
    m_verdict->setText(!why.isEmpty()        ? why
                       : m_feed.isBusy()     ? tr("Planning…")
                       : m_problem.isEmpty() ? tr("No plan yet.")
                                             : m_problem);
    return Q_EMIT changed();
  }
  const int64_t free = freeBytes();
  m_bars->setFree(static_cast<uint64_t>(free));
  const int64_t peak = m_plan->device_peak_bytes();
  const int64_t missing = m_plan->on_cpu() ? 0 : m_plan->host_peak_bytes() - m_plan->host_free_bytes;
  const bool isHost = fits() && missing > 0;
  const bool good = fits() && !isHost;
  showIcon(*m_icon, good ? "ok" : "error", good ? Tint::good : Tint::bad, 18);
  QString text = free == 0 ? tr("Needs %1. This computer has no such device.").arg(bytesText(peak))
                 : isHost  ? tr("Fits the GPU, but is %1 short of system memory.")
                                .arg(bytesText(static_cast<uint64_t>(missing)))
                 : good ? tr("Fits: %1 of %2 free now.").arg(bytesText(peak), bytesText(free))
                        : tr("Does not fit: %1 needed, %2 free now.").arg(bytesText(peak), bytesText(free));
  if (m_feed.isBusy()) text += gapAfter(text) + tr("Planning…");
  if (!m_fitted.isEmpty()) text += QLatin1Char('\n') + m_fitted;
  m_verdict->setText(text);
  QStringList facts;
  if (!m_plan->on_cpu())
    facts << tr("Host memory: %1 of %2 free")
                 .arg(bytesText(m_plan->host_peak_bytes()), bytesText(m_plan->host_free_bytes));
  facts << timeText() << diskText();
  facts << tr("Planned for clips of %1.").arg(QString::fromStdString(m_plan->size));
  m_facts->setText(facts.join(QLatin1Char('\n')));
  Q_EMIT changed();
}

bool PlanCard::fits() const {
  return m_plan && m_plan->device_peak_bytes() <= freeBytes();
}

QString PlanCard::verdict() const {
  return m_verdict->text();
}

}  // namespace fw::ui
