// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/project_card.h"

#include <QDir>
#include <QHeaderView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "project/clips.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/project_session.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

enum Role { FolderRole = Qt::UserRole + 1 };

}  // namespace

ProjectCard::ProjectCard(ProjectSession& session, ClipStore& clips, Settings& settings,
                         ActionRegistry& actions, QWidget* parent)
    : Card(tr("Projects"), parent),
      m_settings(settings),
      m_session(session),
      m_clips(clips),
      m_open(new WrapLabel),
      m_folders(new QStandardItemModel(this)),
      m_recent(
          new FlatTable(QStringLiteral("recentProjects"), tr("Recent projects"),
                        tr("No projects yet. Drop a folder of videos here, or create an empty project."))) {
  auto* const buttons = new QHBoxLayout;
  for (const char* const id : {"project.new", "project.open", "project.sample"}) {
    QAction* const action = actions.action(QLatin1String(id));
    auto* const button =
        named(new QPushButton(action->icon(), action->iconText()), action->iconText(), action->whatsThis());
    button->setObjectName(action->objectName());
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  m_recent->setModel(m_folders);
  m_recent->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_recent->setMinimumHeight(fontMetrics().height() * 8);
  m_recent->setContextMenuPolicy(Qt::ActionsContextMenu);
  QAction* const forget =
      actions.addScoped(m_recent,
                        {QStringLiteral("project.forget"), tr("&Remove from recent projects"), "remove",
                         QKeySequence(QStringLiteral("Del")),
                         tr("Removes the selected project from the list. The project itself is kept.")},
                        [this] {
                          m_settings.removeRecentProject(chosenFolder());
                          showRecent();
                        });
  auto* const open =
      new QAction(actions.action(QStringLiteral("project.open"))->icon(), tr("&Open the project"), this);
  auto* const reveal = new QAction(icon("folder"), tr("Show in &file manager"), this);
  connect(open, &QAction::triggered, this, [this] { m_session.open(chosenFolder()); });
  connect(reveal, &QAction::triggered, this, [this] { revealInFiles(chosenFolder()); });
  m_recent->insertActions(forget, {open, reveal});
  const auto allowThem = [this, open, reveal, forget] {
    for (QAction* const action : {open, reveal, forget}) action->setEnabled(!chosenFolder().isEmpty());
  };
  allowThem();
  connect(m_recent, &QAbstractItemView::activated, this, [this] { m_session.open(chosenFolder()); });
  connect(m_recent->selectionModel(), &QItemSelectionModel::selectionChanged, this, allowThem);
  m_open->setObjectName(QStringLiteral("openProject"));
  body()->addWidget(m_open);
  body()->addLayout(buttons);
  body()->addWidget(m_recent, 1);
  connect(&m_session, &ProjectSession::changed, this, &ProjectCard::showProject);
  connect(&m_clips, &ClipStore::opened, this, [this] {
    m_count = -1;
    count();
  });
  connect(&m_clips, &ClipStore::changed, this, &ProjectCard::count);
  showProject();
  count();
}

void ProjectCard::showProject() {
  m_open->setVisible(m_session.isOpen());
  showOpen();
  showRecent();
}

void ProjectCard::count() {
  m_clips.readAll(
      [](const project::Project& project, const std::stop_token&) { return count_clips(project); },
      [this](int64_t clips) {
        m_count = clips;
        showOpen();
      });
}

void ProjectCard::showOpen() {
  if (!m_session.isOpen()) return;
  QString text = m_session.name();
  if (m_count >= 0) text = tr("%1, %n clips", nullptr, static_cast<int>(m_count)).arg(text);
  text += QLatin1Char('\n') + QDir::toNativeSeparators(m_session.folder());
  if (m_session.read_only_reason()) text += QLatin1Char('\n') + faultText(*m_session.read_only_reason());
  m_open->setText(text);
}

void ProjectCard::showRecent() {
  m_folders->setRowCount(0);
  m_folders->setHorizontalHeaderLabels({tr("Recent project"), tr("Folder")});
  for (const QString& folder : m_settings.recentProjects()) {
    auto* const name = new QStandardItem(icon("folder"), QDir(folder).dirName());
    name->setData(folder, FolderRole);
    auto* const place = new QStandardItem(QDir::toNativeSeparators(folder));
    place->setToolTip(place->text());
    m_folders->appendRow({name, place});
  }
  m_recent->header()->resizeSection(0, 220);
}

QString ProjectCard::chosenFolder() const {
  return m_recent->currentIndex().siblingAtColumn(0).data(FolderRole).toString();
}

}  // namespace fw::ui
