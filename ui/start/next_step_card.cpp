// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/next_step_card.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QVBoxLayout>
#include <algorithm>

#include "project/clips.h"
#include "ui/state/clip_store.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

struct Counts {
  qint64 clips = 0;
  qint64 uncaptioned = 0;
};

}  // namespace

NextStepCard::NextStepCard(ProjectSession& session, ClipStore& store, RunListModel& runs,
                           Navigator& navigator, const ActionRegistry& actions, QWidget* parent)
    : Card(tr("Next steps"), parent),
      m_session(session),
      m_store(store),
      m_runs(runs),
      m_navigator(navigator),
      m_button(named(new QCommandLinkButton, tr("Next steps"))) {
  m_button->setObjectName(QStringLiteral("nextStep"));
  body()->setSpacing(2);
  body()->addWidget(m_button);
  addShortcuts(actions);
  connect(m_button, &QCommandLinkButton::clicked, this, &NextStepCard::go);
  connect(&store, &ClipStore::opened, this, [this] {
    m_clips = -1;
    count();
    choose();
  });
  connect(&store, &ClipStore::changed, this, &NextStepCard::count);
  connect(&runs, &RunListModel::runsChanged, this, &NextStepCard::choose);
  count();
  choose();
}

void NextStepCard::addShortcuts(const ActionRegistry& actions) {
  for (const char* const id : {"device.check", "app.palette"}) {
    QAction* const action = actions.action(QLatin1String(id));
    auto* const button = new QCommandLinkButton(action->iconText(), action->whatsThis());
    button->setIcon(action->icon());
    button->setEnabled(action->isEnabled());
    named(button, action->iconText(), action->whatsThis());
    connect(button, &QCommandLinkButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::enabledChanged, button, &QWidget::setEnabled);
    body()->addWidget(button);
  }
}

void NextStepCard::count() {
  m_store.readAll(
      [](const project::Project& project, const std::stop_token&) {
        const auto missing = std::get<project::ClipFilter>(project::ClipFilter::parse("is:uncaptioned"));
        return Counts{count_clips(project), count_clips(project, missing)};
      },
      [this](const Counts& counts) {
        m_clips = counts.clips;
        m_uncaptioned = counts.uncaptioned;
        choose();
      });
}

void NextStepCard::choose() {
  const std::vector<RunRow>& runs = m_runs.runs();
  const bool isTraining = std::ranges::any_of(runs, [](const RunRow& run) { return run.status.running; });
  if (!m_session.isOpen() || m_clips < 0) return show(Step::none);
  if (isTraining) return show(Step::watch);
  if (m_clips == 0) return show(Step::importClips);
  if (m_uncaptioned > 0) return show(Step::writeCaptions);
  const bool hasTrained = std::ranges::any_of(runs, [](const RunRow& run) { return run.step() > 0; });
  show(hasTrained ? Step::review : Step::train);
}

void NextStepCard::show(Step step) {
  m_step = step;
  m_button->setVisible(step != Step::none);
  const auto say = [this](const char* iconName, const QString& text, const QString& why) {
    m_button->setIcon(icon(iconName));
    m_button->setText(text);
    m_button->setDescription(why);
    named(m_button, text, why);
  };
  switch (step) {
    case Step::none:
      return;
    case Step::importClips:
      return say("dataset", tr("Import videos"), tr("The project has no clips yet."));
    case Step::writeCaptions:
      return say("dataset", tr("Write captions"),
                 tr("%n clips have no caption yet.", nullptr, static_cast<int>(m_uncaptioned)));
    case Step::train:
      return say("train", tr("Train a model"),
                 tr("%n clips are captioned and ready.", nullptr, static_cast<int>(m_clips)));
    case Step::watch:
      return say("monitor", tr("Watch the run"), tr("A run of this project is training."));
    case Step::review:
      return say("gallery", tr("Review the clips"),
                 tr("See what the runs of this project make of a prompt."));
  }
}

void NextStepCard::go() {
  switch (m_step) {
    case Step::none:
      return;
    case Step::importClips:
    case Step::writeCaptions:
      return Q_EMIT m_navigator.pageRequested(PageId::dataset);
    case Step::train:
      return Q_EMIT m_navigator.pageRequested(PageId::train);
    case Step::watch:
      return Q_EMIT m_navigator.pageRequested(PageId::monitor);
    case Step::review:
      return Q_EMIT m_navigator.pageRequested(PageId::gallery);
  }
}

}  // namespace fw::ui
