// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <QHBoxLayout>

#include "ui/start/interrupted_card.h"
#include "ui/start/last_runs_card.h"
#include "ui/start/left_jobs_card.h"
#include "ui/start/next_step_card.h"
#include "ui/start/project_card.h"
#include "ui/start/system_card.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

StartPage::StartPage(EngineBridge& bridge, JobListModel& jobs, JobKeeper& keeper, ProjectSession& session,
                     RunListModel& runs, ClipStore& clips, Settings& settings, Navigator& navigator,
                     ActionRegistry& actions, QWidget* parent)
    : Page(tr("Start"), "start",
           tr("Turn videos into a dataset, train a model on it, and review the clips it makes."), parent) {
  auto* const right = new QVBoxLayout;
  right->setSpacing(16);
  right->addWidget(new NextStepCard(session, clips, runs, navigator, actions));
  right->addWidget(new SystemCard(bridge, actions.action(QStringLiteral("engine.reopen")),
                                  actions.action(QStringLiteral("engine.install"))));
  right->addStretch(1);
  auto* const columns = new QHBoxLayout;
  columns->setSpacing(16);
  auto* const left = new QVBoxLayout;
  left->setSpacing(16);
  auto* const interrupted = new InterruptedCard(bridge, jobs, session, runs, settings, navigator);
  left->addWidget(interrupted);
  left->addWidget(new LeftJobsCard(bridge, keeper, session, settings, *interrupted));
  left->addWidget(new LastRunsCard(clips, runs, navigator));
  left->addWidget(new ProjectCard(session, clips, settings, actions), 1);
  columns->addLayout(left, 1);
  columns->addLayout(right, 1);
  content()->addLayout(columns, 1);
}

}  // namespace fw::ui
