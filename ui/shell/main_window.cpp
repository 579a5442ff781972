// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/dataset/encoding_row.h"
#include "ui/device_check/device_check_page.h"
#include "ui/gallery/gallery_page.h"
#include "ui/generate/generate_page.h"
#include "ui/models/models_page.h"
#include "ui/monitor/monitor_page.h"
#include "ui/player/player.h"
#include "ui/shell/close_question.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/guide_window.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/palette_sources.h"
#include "ui/shell/status_line.h"
#include "ui/start/start_page.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/job_keeper.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/state/runtime_installer.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/message_bar.h"
#include "workflow/dataset_jobs.h"

namespace fw::ui {

namespace {

const QString pageKey = QStringLiteral("shown");
const QString tabsKey = QStringLiteral("tabs");

QString projectFileIn(const QString& folder) {
  return folder + QLatin1Char('/') + QString::fromUtf8(project::database_name.data());
}

}  // namespace

MainWindow::MainWindow(const Services& services, QWidget* parent)
    : QMainWindow(parent),
      m_services(services),
      m_actions(this),
      m_messages(new MessageBar),
      m_rail(new NavigationRail),
      m_stack(new QStackedWidget),
      m_palette(new CommandPalette(m_actions, paletteSources(services), this)) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  auto* const center = new QWidget;
  auto* const column = new QVBoxLayout(center);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_messages);
  column->addWidget(m_stack, 1);
  setCentralWidget(center);
  addToolBar(Qt::LeftToolBarArea, m_rail);

  makeApplicationActions();
  makeHelpActions();
  makeDocks();
  makePages();
  makeViewActions();
  makeMenus();
  setStatusBar(new StatusLine(services.bridge, services.jobs, m_actions));
  for (QAction* const action : m_actions.actions()) {
    // Shortcuts work without the menu too; a dock's only inside it.
    if (action->shortcutContext() == Qt::WindowShortcut) addAction(action);
  }
  connectMessages();
  showPage(PageId::start);
  focusPage();
  qApp->installEventFilter(this);
  restoreLayout();
}

void MainWindow::makeDocks() {
  m_jobDock = new JobDock(m_services.bridge, m_services.jobs, m_actions, this);
  m_logDock = new LogDock(m_services.bridge, m_services.log, m_actions, this);
  addDockWidget(Qt::BottomDockWidgetArea, m_jobDock);
  addDockWidget(Qt::BottomDockWidgetArea, m_logDock);
  splitDockWidget(m_jobDock, m_logDock, Qt::Horizontal);
  // Neither makes the other unreadably small, even in the smallest window.
  for (QDockWidget* const dock : std::initializer_list<QDockWidget*>{m_jobDock, m_logDock}) {
    dock->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::fitDocks, Qt::QueuedConnection);
  }
  // Empty docks would waste space: the status line leads to them.
  m_jobDock->hide();
  m_logDock->hide();
  connect(&m_services.jobs, &JobListModel::summaryChanged, this, &MainWindow::showQueue);
}

void MainWindow::makePages() {
  auto& [settings, theme, bridge, jobs, keeper, log, checks, session, runs, clips, navigator] = m_services;
  // The start page shows the device check's command, so that page is created first.
  auto* const check = new DeviceCheckPage(bridge, jobs, checks, m_actions);
  m_start = new StartPage(bridge, jobs, keeper, session, runs, clips, settings, navigator, m_actions);
  addPage(PageId::start, m_start);
  auto* const dataset = new DatasetPage(bridge, jobs, clips, navigator, m_actions);
  addPage(PageId::dataset, dataset);
  connect(dataset, &DatasetPage::showInLogRequested, m_logDock, &LogDock::showLine);
  auto* const train = new TrainPage(bridge, jobs, session, runs, settings, navigator, m_actions);
  addPage(PageId::train, train);
  connect(&train->draft(), &RunDraft::changed, dataset,
          [train, dataset] { dataset->encoding()->setRun(train->draft().run().settings); });
  connect(train, &TrainPage::modelChanged, &clips, &ClipStore::changed);  // the clips are planned for it
  connect(train, &TrainPage::bucketsRequested, dataset->planner(), &BucketPlanner::setBuckets);
  connect(dataset->planner(), &BucketPlanner::bucketsSet, train, &TrainPage::lookAgain);
  auto* const monitor = new MonitorPage(bridge, jobs, session, runs, clips, navigator, m_actions);
  addPage(PageId::monitor, monitor);
  train->runs().serve(*monitor->runTable());
  addPage(PageId::gallery, new GalleryPage(bridge, jobs, session, runs, clips, navigator, m_actions));
  addPage(PageId::generate, new GeneratePage(bridge, jobs, session, settings, navigator, m_actions));
  auto* const models = new ModelsPage(bridge, jobs, session, runs, settings, navigator, m_actions);
  addPage(PageId::models, models);
  connect(models, &ModelsPage::showInLogRequested, m_logDock, &LogDock::showLine);
  addPage(PageId::check, check);
  setGuidePage(*check, QStringLiteral("models.md#device-check"));
  connect(monitor, &MonitorPage::failed, m_messages, tellOfProject());
  connect(&m_services.navigator, &Navigator::runRequested, this, [this] { showPage(PageId::monitor); });
  connect(&m_services.navigator, &Navigator::datasetClipsRequested, this,
          [this, dataset](const std::vector<int64_t>& clips) {
            showPage(PageId::dataset);
            dataset->browser()->selectClips(clips);
          });
  connect(&m_services.navigator, &Navigator::clipRequested, this, [this] { showPage(PageId::gallery); });
  connect(&m_services.navigator, &Navigator::generationRequested, this,
          [this] { showPage(PageId::generate); });
  connect(&m_services.navigator, &Navigator::weightsRequested, this, [this] { showPage(PageId::generate); });
  connect(m_rail, &NavigationRail::pageChosen, this, [this](int page) {
    m_stack->setCurrentIndex(page);
    enterPage();
  });
  connect(m_rail, &NavigationRail::clicked, this, &MainWindow::enterPage);
  connect(m_actions.action(QStringLiteral("device.check")), &QAction::triggered, this,
          [this] { showPage(PageId::check); });
  connect(&m_services.navigator, &Navigator::pageRequested, this, &MainWindow::showPage);
}

void MainWindow::addPage(PageId id, Page* page) {
  const int number = static_cast<int>(m_pages.size());
  m_pages.push_back(page);
  m_pageIds.push_back(id);
  m_stack->addWidget(page);
  setGuidePage(*page, QLatin1String(page->iconName()) + QStringLiteral(".md"));
  QAction* const action = m_actions.add(
      {QStringLiteral("page.%1").arg(QLatin1String(page->iconName())), page->title(), page->iconName(),
       QKeySequence(QStringLiteral("Ctrl+%1").arg(number + 1)), page->purpose()},
      [this, id] { showPage(id); });
  m_rail->addPage(page->title(), icon(page->iconName()), action->toolTip());
}

int MainWindow::placeOf(PageId page) const {
  const auto found = std::ranges::find(m_pageIds, page);
  return found == m_pageIds.end() ? -1 : static_cast<int>(found - m_pageIds.begin());
}

void MainWindow::showPage(PageId page) {
  if (const int place = placeOf(page); place >= 0) m_rail->setCurrent(place);
}

/// Shows the queue when one forms; if the user closes it, it stays closed.
void MainWindow::showQueue() {
  const bool had = std::exchange(m_hadQueue, m_services.jobs.hasQueue());
  if (m_hadQueue && !had) m_jobDock->show();
}

void MainWindow::switchTheme() {
  const ThemeMode other = m_services.theme.scheme() == Scheme::dark ? ThemeMode::light : ThemeMode::dark;
  m_services.theme.setMode(other);
  m_services.settings.setTheme(other);
}

void MainWindow::restoreLayout() {
  const QSize screen = QGuiApplication::primaryScreen()->availableSize();
  resize(QSize(1280, 800).boundedTo(screen));
  shareDocks();
  resizeDocks({m_jobDock, m_logDock}, {height() / 5, height() / 5}, Qt::Vertical);
  m_originalState = saveState(layoutVersion);
  for (FlatTable* const table : findChildren<FlatTable*>()) table->restoreColumns(m_services.settings);
  // Keeps the default layout at the first start, or if the saved one is from another version.
  restoreGeometry(m_services.settings.windowGeometry());
  restoreState(m_services.settings.windowState(), layoutVersion);
}

QVariantMap MainWindow::place() const {
  QVariantMap place{{pageKey, m_stack->currentIndex()}};
  QVariantMap tabs;
  for (const QTabWidget* const each : findChildren<QTabWidget*>())
    tabs.insert(each->property(keptProperty).toString(), each->currentIndex());
  place.insert(tabsKey, tabs);
  for (const Page* const page : m_pages) place.insert(QLatin1String(page->iconName()), page->place());
  return place;
}

void MainWindow::setPlace(const QVariantMap& place) {
  setKeptValues(*this, place.value(tabsKey).toMap());
  for (Page* const page : m_pages) {
    if (const QVariantMap chosen = place.value(QLatin1String(page->iconName())).toMap(); !chosen.isEmpty())
      page->setPlace(chosen);
  }
  const int page = place.value(pageKey, 0).toInt();
  if (page > 0 && page < m_stack->count()) m_rail->setCurrent(page);
}

void MainWindow::keep() {
  for (Page* const page : m_pages) page->keep();
}

void MainWindow::takeOver(const MainWindow& other) {
  setPlace(other.place());
  for (size_t page = 0; page < m_pages.size(); ++page) m_pages[page]->takeOver(*other.m_pages[page]);
  for (Player* const player : findChildren<Player*>())
    player->takeOver(*other.findChild<Player*>(player->objectName()));
  setKeptValues(*this, keptValues(other));
  m_messages->takeOver(*other.m_messages,
                       [this](const QString& command) { return m_actions.action(command); });
  if (other.m_guide != nullptr && other.m_guide->isVisible()) showGuide(other.m_guide->page());
  const QWidget* const focus = other.focusWidget();
  const QVariant name = focus != nullptr ? focus->property(keptProperty) : QVariant();
  for (QWidget* const each : findChildren<QWidget*>())
    if (name.isValid() && each->property(keptProperty) == name) each->setFocus(Qt::OtherFocusReason);
}

void MainWindow::saveLayout() {
  m_services.settings.setLastPlace(place());
  unstackDocks();  // the next window may be wider
  m_services.settings.setWindowLayout(saveGeometry(), saveState(layoutVersion));
  for (const FlatTable* const table : findChildren<FlatTable*>()) table->saveColumns(m_services.settings);
}

void MainWindow::resetLayout() {
  m_services.settings.forgetLayout();
  showNormal();
  restoreState(m_originalState, layoutVersion);
}

void MainWindow::paintEvent(QPaintEvent* event) {
  QMainWindow::paintEvent(event);
  if (m_wasPainted) return;
  m_wasPainted = true;
  // Queued: this paint reaches the screen first.
  QMetaObject::invokeMethod(this, &MainWindow::painted, Qt::QueuedConnection);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  m_rail->fit();
  fitDocks();
}

/// Side by side if both have room for their content, otherwise as tabs.
void MainWindow::fitDocks() {
  const auto needs = [](const QDockWidget* dock) {
    return static_cast<const QScrollArea*>(dock->widget())->widget()->minimumSizeHint().width();
  };
  for (const QDockWidget* const dock : std::initializer_list<QDockWidget*>{m_jobDock, m_logDock})
    if (dock->isHidden() || dock->isFloating()) return;
  const bool hasRoom = m_rail->width() + needs(m_jobDock) + needs(m_logDock) <= width();
  if (hasRoom) unstackDocks();
  const bool areBeside = m_jobDock->y() == m_logDock->y() && m_jobDock->x() != m_logDock->x();
  if (!areBeside || tabifiedDockWidgets(m_jobDock).contains(m_logDock)) return;
  if (!hasRoom) {
    tabifyDockWidget(m_jobDock, m_logDock);
    m_areDocksStacked = true;
  } else if (m_jobDock->width() < needs(m_jobDock) || m_logDock->width() < needs(m_logDock)) {
    shareDocks();
  }
}

void MainWindow::unstackDocks() {
  if (!std::exchange(m_areDocksStacked, false)) return;
  addDockWidget(Qt::BottomDockWidgetArea, m_logDock, Qt::Horizontal);
  shareDocks();
}

void MainWindow::shareDocks() {
  resizeDocks({m_jobDock, m_logDock}, {5, 4}, Qt::Horizontal);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = event->mimeData()->urls().first().toLocalFile();
  const bool begins = QFileInfo(path).isDir() && !QFileInfo::exists(projectFileIn(path));
  if (!begins) return m_services.project.open(path);
  // The source of the drag waits for this function to return.
  QMetaObject::invokeMethod(
      this, [this, path] { beginProject(path); }, Qt::QueuedConnection);
}

void MainWindow::beginProject(const QString& folder) {
  QMessageBox question(QMessageBox::Question, tr("Create a project?"),
                       tr("There is no project in “%1” yet.").arg(QDir(folder).dirName()),
                       QMessageBox::NoButton, this);
  question.setObjectName(QStringLiteral("beginQuestion"));
  question.setInformativeText(
      tr("A project will be created there and its videos imported. The videos are not changed."));
  QPushButton* const make = question.addButton(tr("&Create project"), QMessageBox::AcceptRole);
  make->setObjectName(QStringLiteral("makeProject"));
  question.setEscapeButton(question.addButton(tr("&Cancel"), QMessageBox::RejectRole));
  question.exec();
  if (question.clickedButton() != make) return;
  ProjectSession& session = m_services.project;
  auto* const attempt = new QObject(this);  // one of two signals arrives
  connect(&session, &ProjectSession::notCreated, attempt, [this, attempt](const Fault& fault) {
    attempt->deleteLater();
    tellOfProject()(fault);
  });
  connect(&session, &ProjectSession::created, attempt, [this, &session, folder, attempt] {
    attempt->deleteLater();
    if (!session.isOpen() || QDir(session.folder()) != QDir(folder)) return;
    if (!m_services.bridge.hasKind(workflow::ImportRequest::kind)) return;
    const workflow::ImportRequest request{.project = toPath(session.folder()),
                                          .paths = {toPath(session.folder())}};
    m_services.bridge.submit(engine_api::job_of(request, session.name().toStdString()));
  });
  session.create(folder);
}

bool MainWindow::askToClose() {
  const auto unsaved = static_cast<int>(m_services.clips.waitingEdits());
  if (unsaved > 0 && !CloseQuestion::closesWithout(this, unsaved)) return false;
  const JobRow* const job = m_services.jobs.activeJob();
  const int waiting = m_services.jobs.waitingCount();
  if (!m_services.settings.confirmClose() || (job == nullptr && waiting == 0)) return true;
  switch (CloseQuestion::ask(this, m_services.jobs, m_services.bridge)) {
    case CloseAnswer::saveFirst:
      closeOnceSaved();
      return false;
    case CloseAnswer::minimise:
      showMinimized();
      return false;
    case CloseAnswer::endJobs:
      m_services.keeper.leaveRunning();
      return true;
    case CloseAnswer::stay:
      return false;
  }
  return false;
}

void MainWindow::closeOnceSaved() {
  const JobRow* const job = m_services.jobs.activeJob();
  if (job == nullptr) return;
  // Waiting jobs must not start when the running one ends.
  for (int row = 0; row < m_services.jobs.rowCount(); ++row) {
    const JobRow* const waiting = m_services.jobs.job(m_services.jobs.index(row, 0));
    if (waiting->state == engine_api::JobState::queued)
      m_services.bridge.send(engine_api::Verb::hold, waiting->id);
  }
  m_closesAfter = job->id;
  const bool canSave = m_services.bridge.understands(job->kind, engine_api::Verb::pause);
  // A job that is already stopping is waited for.
  if (!canSave || (job->state == engine_api::JobState::running &&
                   !m_services.bridge.send(engine_api::Verb::pause, job->id)))
    m_closesAfter = 0;
}

void MainWindow::saveAndClose() {
  m_isEnding = true;
  for (QWidget* const dialog : QApplication::topLevelWidgets()) {
    if (!dialog->isModal() || !dialog->isVisible()) continue;
    // Skips the confirmation that some of them ask for.
    auto* const asks = qobject_cast<QDialog*>(dialog);
    asks != nullptr ? asks->done(QDialog::Rejected) : void(dialog->close());
  }
  closeOnceSaved();
  if (m_closesAfter == 0) close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  // Closing again while the job still saves asks like any other time.
  const JobRow* const job = m_services.jobs.activeJob();
  const bool isSaved = m_isEnding || (m_closesAfter != 0 && (job == nullptr || job->id != m_closesAfter));
  if (!isSaved && !askToClose()) {
    event->ignore();
    return;
  }
  saveLayout();
  event->accept();
}

}  // namespace fw::ui
