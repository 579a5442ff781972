// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/next_step_card.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "project/bucket_plan.h"
#include "project/clips.h"
#include "ui/state/clip_store.h"
#include "ui/state/file_path.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

using Step = NextStepCard::Step;

struct Facts {
  qint64 clips = 0;
  qint64 uncaptioned = 0;
  qint64 buckets = 0;
  QString model;
};

Facts factsOf(const project::Project& project) {
  const auto missing = std::get<project::ClipFilter>(project::ClipFilter::parse("is:uncaptioned"));
  const project::ChosenModel model = project::chosen_model(project);
  Facts facts{count_clips(project),
              count_clips(project, missing),
              static_cast<qint64>(project_buckets(project).size()),
              {}};
  if (!model.source.folder.empty()) facts.model = toText(model.source.folder.filename());
  return facts;
}

const char* iconOf(Step step) {
  switch (step) {
    case Step::chooseModel:
      return "models";
    case Step::train:
      return "train";
    case Step::watch:
      return "monitor";
    case Step::review:
      return "gallery";
    default:
      return "dataset";
  }
}

QString nameOf(Step step) {
  switch (step) {
    case Step::none:
      return {};
    case Step::importClips:
      return NextStepCard::tr("Import videos");
    case Step::writeCaptions:
      return NextStepCard::tr("Write captions");
    case Step::chooseBuckets:
      return NextStepCard::tr("Choose buckets");
    case Step::chooseModel:
      return NextStepCard::tr("Choose a model");
    case Step::train:
      return NextStepCard::tr("Plan and train");
    case Step::watch:
      return NextStepCard::tr("Watch the run");
    case Step::review:
      return NextStepCard::tr("Compare the clips");
  }
  return {};
}

PageId pageOf(Step step) {
  switch (step) {
    case Step::chooseModel:
      return PageId::models;
    case Step::train:
      return PageId::train;
    case Step::watch:
      return PageId::monitor;
    case Step::review:
      return PageId::gallery;
    default:
      return PageId::dataset;
  }
}

qint64 trainedRuns(const RunListModel& runs) {
  return std::ranges::count_if(runs.runs(), [](const RunRow& run) { return run.step() > 0; });
}

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
  addSteps();
  body()->addWidget(m_button);
  addShortcuts(actions);
  connect(m_button, &QCommandLinkButton::clicked, this, [this] { go(m_step); });
  connect(&store, &ClipStore::opened, this, [this] {
    m_clips = -1;
    read();
    choose();
  });
  connect(&store, &ClipStore::changed, this, &NextStepCard::read);
  connect(&runs, &RunListModel::runsChanged, this, &NextStepCard::choose);
  read();
  choose();
}

void NextStepCard::addSteps() {
  for (const Step step : {Step::importClips, Step::writeCaptions, Step::chooseBuckets, Step::chooseModel,
                          Step::train, Step::review}) {
    auto* const button = new QToolButton;
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, step] { go(step); });
    body()->addWidget(button);
    m_steps.emplace(step, button);
  }
}

// The run file, which names the model, changes outside the store.
void NextStepCard::showEvent(QShowEvent* event) {
  Card::showEvent(event);
  read();
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

void NextStepCard::read() {
  m_store.readAll([](const project::Project& project, const std::stop_token&) { return factsOf(project); },
                  [this](const Facts& facts) {
                    m_clips = facts.clips;
                    m_uncaptioned = facts.uncaptioned;
                    m_buckets = facts.buckets;
                    m_model = facts.model;
                    choose();
                  });
}

NextStepCard::State NextStepCard::stateOf(Step step) const {
  const auto count = [](qint64 number) { return static_cast<int>(number); };
  const qint64 trained = trainedRuns(m_runs);
  switch (step) {
    case Step::importClips:
      return {m_clips > 0, m_clips > 0 ? tr("%n clips", nullptr, count(m_clips)) : QString()};
    case Step::writeCaptions:
      return {m_clips > 0 && m_uncaptioned == 0,
              m_uncaptioned > 0 ? tr("%n without a caption", nullptr, count(m_uncaptioned)) : QString()};
    case Step::chooseBuckets:
      // Without a choice, the buckets suggested for the clips are used.
      return {m_clips > 0, m_buckets > 0 ? tr("%n buckets", nullptr, count(m_buckets))
                           : m_clips > 0 ? tr("suggested from the clips")
                                         : QString()};
    case Step::chooseModel:
      return {!m_model.isEmpty() || trained > 0, m_model};
    case Step::train:
      return {trained > 0, trained > 0 ? tr("%n runs", nullptr, count(trained)) : QString()};
    default:
      return {};
  }
}

void NextStepCard::choose() {
  const bool isKnown = m_session.isOpen() && m_clips >= 0;
  Step next = Step::review;
  for (const auto& [step, button] : m_steps) {
    const auto [isDone, detail] = stateOf(step);
    const QString name = nameOf(step);
    button->setIcon(isDone ? icon("ok", Tint::good) : icon("todo"));
    button->setText(detail.isEmpty() ? name : tr("%1: %2").arg(name, detail));
    named(button, button->text(), isDone ? tr("Done") : tr("Still to do"));
    if (!isDone) next = std::min(next, step);
  }
  const bool isTraining =
      std::ranges::any_of(m_runs.runs(), [](const RunRow& run) { return run.status.running; });
  show(!isKnown ? Step::none : isTraining ? Step::watch : next);
  for (const auto& [step, button] : m_steps) button->setVisible(isKnown && step != m_step);
}

QString NextStepCard::reasonFor(Step step) const {
  switch (step) {
    case Step::importClips:
      return tr("The project has no clips yet.");
    case Step::writeCaptions:
      return tr("%n clips have no caption yet.", nullptr, static_cast<int>(m_uncaptioned));
    case Step::chooseModel:
      return tr("The project has no model to train yet.");
    case Step::train:
      return tr("%n clips are captioned and ready.", nullptr, static_cast<int>(m_clips));
    case Step::watch:
      return tr("A run of this project is training.");
    default:
      return tr("See what the runs of this project make of a prompt.");
  }
}

void NextStepCard::show(Step step) {
  m_step = step;
  m_button->setVisible(step != Step::none);
  if (step == Step::none) return;
  // In place of the step's own line.
  body()->removeWidget(m_button);
  body()->insertWidget(body()->indexOf(m_steps.at(step == Step::watch ? Step::review : step)), m_button);
  m_button->setIcon(icon(iconOf(step)));
  m_button->setText(nameOf(step));
  m_button->setDescription(reasonFor(step));
  named(m_button, nameOf(step), reasonFor(step));
}

void NextStepCard::go(Step step) {
  if (step != Step::none) Q_EMIT m_navigator.pageRequested(pageOf(step));
}

}  // namespace fw::ui
