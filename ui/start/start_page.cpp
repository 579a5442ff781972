// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <QHBoxLayout>
#include <algorithm>
#include <array>

#include "ui/start/interrupted_card.h"
#include "ui/start/last_runs_card.h"
#include "ui/start/left_jobs_card.h"
#include "ui/start/next_step_card.h"
#include "ui/start/project_card.h"
#include "ui/start/system_card.h"
#include "ui/state/fault_text.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

/// Two columns of cards, or one if there is not enough room.
class CardColumns : public QWidget {
 public:
  CardColumns(QLayout* left, QLayout* right) : m_row(new QHBoxLayout(this)), m_parts{left, right} {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(16);
    for (QLayout* const part : m_parts) m_row->addLayout(part, 1);
  }
  QSize minimumSizeHint() const override {
    const int width = std::max(m_parts[0]->minimumSize().width(), m_parts[1]->minimumSize().width());
    return {width, m_row->minimumSize().height()};
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    const int both = m_parts[0]->minimumSize().width() + m_row->spacing() + m_parts[1]->minimumSize().width();
    const auto wanted = width() < both ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    // Queued: it lays out the whole page, whose layout may be in progress.
    if (wanted != m_row->direction())
      QMetaObject::invokeMethod(
          this, [this, wanted] { m_row->setDirection(wanted); }, Qt::QueuedConnection);
  }

 private:
  QBoxLayout* m_row;
  std::array<QLayout*, 2> m_parts;
};

}  // namespace

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
  auto* const left = new QVBoxLayout;
  left->setSpacing(16);
  m_interrupted = new InterruptedCard(bridge, jobs, session, runs, settings, navigator);
  m_left = new LeftJobsCard(bridge, keeper, session, *m_interrupted);
  left->addWidget(m_interrupted);
  left->addWidget(m_left);
  left->addWidget(new LastRunsCard(clips, runs, navigator));
  left->addWidget(new ProjectCard(session, clips, settings, actions), 1);
  content()->addWidget(new CardColumns(left, right), 1);
  addResume(actions);
}

void StartPage::addResume(ActionRegistry& actions) {
  QAction* const resume =
      actions.add({QStringLiteral("jobs.resumeUnfinished"), tr("Resume un&finished jobs"), "resume",
                   QKeySequence(QStringLiteral("Ctrl+Alt+Shift+J")),
                   tr("Resumes the runs and queues the jobs that the last session left unfinished.")},
                  [this] {
                    m_interrupted->resumeUnfinished();
                    m_left->addAll();
                  });
  resume->setIconText(tr("Resume"));
  const auto follow = [this, resume] {
    resume->setEnabled(!unfinishedText().isEmpty());
    Q_EMIT unfinishedChanged();
  };
  connect(m_interrupted, &InterruptedCard::runsChanged, this, follow);
  connect(m_left, &LeftJobsCard::jobsChanged, this, follow);
  resume->setEnabled(false);
}

QString StartPage::unfinishedText() const {
  constexpr qsizetype mostNames = 3;
  const QStringList names = m_interrupted->unfinished() + m_left->titles();
  const auto others = static_cast<int>(names.size() - mostNames);
  const QString text = names.first(std::min(mostNames, names.size())).join(comma());
  return others > 0 ? text + comma() + tr("%n more", nullptr, others) : text;
}

}  // namespace fw::ui
