// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/dataset_page.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "base/paths.h"
#include "interchange/folder_names.h"
#include "ui/dataset/bucket_panel.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/caption_bench.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/clip_panel.h"
#include "ui/dataset/duplicates_dialog.h"
#include "ui/dataset/encoding_row.h"
#include "ui/dataset/health_strip.h"
#include "ui/dataset/import_dialog.h"
#include "ui/dataset/row_fault_card.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int linesBelow = 48;  // for the list, and the chosen clip below it

enum State { NoProject, NoClips, WithClips };

const QString clipKey = QStringLiteral("clip");
const QString selectedKey = QStringLiteral("selected");

QStringList localFiles(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) files << url.toLocalFile();
  }
  return files;
}

/// The window opens a project instead of importing it.
bool isProject(const QString& path) {
  const QString database = QString::fromUtf8(project::database_name.data(), project::database_name.size());
  return path.endsWith(database) || QFileInfo::exists(path + QLatin1Char('/') + database);
}

}  // namespace

DatasetPage::DatasetPage(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, Navigator& navigator,
                         ActionRegistry& actions, QWidget* parent)
    : Page(tr("Dataset"), "dataset",
           tr("Import videos, caption and cut them, and see what the model will see."), parent),
      m_bridge(bridge),
      m_store(store),
      m_navigator(navigator),
      m_planner(new BucketPlanner(store, this)),
      m_faults(new RowFaultCard),
      m_messages(new MessageBar),
      m_states(new QStackedWidget) {
  setAcceptDrops(true);
  makeCommands(actions);
  m_browser = new ClipBrowser(store, actions, *this);
  const auto command = [&actions](const char* id) { return actions.action(QLatin1String(id)); };
  m_states->addWidget(new EmptyState("dataset",
                                     tr("No project is open. A project is a folder with a database of clips "
                                        "and captions; your videos stay where they are."),
                                     {command("project.new"), command("project.open")}));
  m_states->addWidget(new EmptyState("dataset",
                                     tr("No clips yet. Drop videos, pictures, folders or lists "
                                        "(prompts.txt, metadata.csv, metadata.jsonl) here."),
                                     {m_addFiles, m_addFolder}));
  m_states->addWidget(makeWork(jobs, actions));
  m_adding = named(new CommandRow, tr("Add clips"));
  for (QAction* const action : {m_addFiles, m_addFolder}) m_adding->add(action);
  m_adding->alignRight();
  addToHead(m_adding);
  // They are also in a menu, which stays visible on a page without a project.
  m_wantProject = {command("dataset.filter"), command("dataset.table")};
  m_wantEdits = {command("caption.keep"), command("buckets.suggest")};
  content()->setSpacing(8);
  // The page uses the available height instead of scrolling.
  content()->addWidget(m_messages);
  addFilling(m_states, fontMetrics().height() * 24);
  content()->addWidget(m_faults);

  connect(&store, &ClipStore::failed, m_messages, [this](const Fault& fault) {
    // The window reports that one, with a remedy.
    if (fault.code != project::project_gone.code) m_messages->tell(fault);
  });
  // They are about the previous project.
  connect(&store, &ClipStore::opened, m_messages, &MessageBar::clear);
  connect(&store, &ClipStore::resumed, m_messages, &MessageBar::clear);
  connect(m_messages, &MessageBar::showInLogRequested, this, &DatasetPage::showInLogRequested);
  connect(m_faults, &RowFaultCard::retryRequested, this, &DatasetPage::importPaths);
  connect(m_faults, &RowFaultCard::dismissRequested, this, &DatasetPage::dismissProblems);
  connect(m_faults, &RowFaultCard::clipsRequested, m_browser, &ClipBrowser::selectClips);
  connect(&store, &ClipStore::opened, this, [this] {
    m_faults->clear();
    m_hasProblems = false;
    showProblems(std::nullopt);
    showState();
  });
  connect(&store, &ClipStore::historyChanged, this, &DatasetPage::showHistory);
  connect(&store, &ClipStore::jobEnded, this, &DatasetPage::showJobEnd);
  connect(m_browser->model(), &ClipModel::listed, this, &DatasetPage::showState);
  showState();
  showHistory();
}

void DatasetPage::makeCommands(ActionRegistry& actions) {
  m_addFiles = actions.addScoped(
      this,
      {QStringLiteral("dataset.addFiles"), tr("&Add files…"), "add", QKeySequence(QStringLiteral("Ctrl+I")),
       tr("Imports videos, pictures and lists; the files stay where they are.")},
      [this] { chooseFiles(); });
  m_addFolder = actions.addScoped(this,
                                  {QStringLiteral("dataset.addFolder"), tr("Add a &folder…"), "add-folder",
                                   QKeySequence(QStringLiteral("Ctrl+Shift+I")),
                                   tr("Imports everything in a folder and its subfolders, with the lists and "
                                      "captions beside the videos.")},
                                  [this] { chooseFolder(); });
  m_import = actions.addScoped(this,
                               {QStringLiteral("dataset.import"), tr("&Import a dataset…"), "import",
                                QKeySequence(QStringLiteral("Ctrl+Alt+I")),
                                tr("Imports a dataset that another program made, in the layout you choose.")},
                               [this] { importDataset(); });
  m_export = actions.addScoped(this,
                               {QStringLiteral("dataset.export"), tr("&Export clips…"), "export",
                                QKeySequence(QStringLiteral("Ctrl+E")),
                                tr("Saves the clips in a layout that other programs can read.")},
                               [this] { exportClips(); });
  m_relink = actions.addScoped(
      this,
      {QStringLiteral("dataset.relink"), tr("Find &missing files…"), "search",
       QKeySequence(QStringLiteral("Alt+Shift+F")),
       tr("Looks through a folder for the files that were moved, and points the clips to them.")},
      [this] { relink(); });
  m_duplicates = actions.addScoped(this,
                                   {QStringLiteral("dataset.duplicates"), tr("Review d&uplicates…"),
                                    "duplicates", QKeySequence(QStringLiteral("Ctrl+Alt+U")),
                                    tr("Shows clips that look alike, to keep one of each group.")},
                                   [this] { DuplicatesDialog(m_store, this).exec(); });
  m_scan = actions.addScoped(
      this,
      {QStringLiteral("dataset.scan"), tr("&Scan clips"), "scan", QKeySequence(QStringLiteral("Ctrl+Alt+Q")),
       tr("Measures brightness, motion and scene cuts of the clips that were cut since they were scanned.")},
      [this] { m_bridge.submit(engine_api::job_of(workflow::MeasureRequest{m_store.folder()}, {})); });
  m_problems = actions.addScoped(
      this,
      {QStringLiteral("dataset.problems"), tr("Import &problems"), "warning",
       QKeySequence(QStringLiteral("Ctrl+Alt+M")), tr("Shows what the last import could not use, and why.")},
      [this] {
        if (m_faults->isOfImport() || !m_hasProblems) return m_faults->setVisible(!m_faults->isVisible());
        showProblems(project::ImportReport());
      });
  m_train = actions.addScoped(this,
                              {QStringLiteral("dataset.train"), tr("&Train on this"), "train",
                               QKeySequence(QStringLiteral("Ctrl+Shift+Return")),
                               tr("Opens the settings of a new run on these clips. They are frozen in their "
                                  "buckets when it starts.")},
                              [this] {
                                caption()->commit();
                                m_store.readAfterEdits(
                                    [](const project::Project&, const std::stop_token&) { return true; },
                                    [this](bool) { Q_EMIT m_navigator.trainingRequested(); });
                              });
  m_train->setEnabled(false);
  // On the Train page the same keys undo settings.
  m_undo =
      actions.addScoped(this,
                        {QStringLiteral("edit.undo"), tr("&Undo"), "undo", QKeySequence(QKeySequence::Undo),
                         tr("Undoes the last change to the project, even one from an earlier session.")},
                        [this] { m_store.undo(); });
  m_redo = actions.addScoped(
      this,
      {QStringLiteral("edit.redo"), tr("&Redo"), "redo", QKeySequence(QStringLiteral("Ctrl+Shift+Z")),
       tr("Redoes the change that was undone.")},
      [this] { m_store.redo(); });
}

QWidget* DatasetPage::makeWork(JobListModel& jobs, ActionRegistry& actions) {
  m_panel = new ClipPanel(m_store, actions, *m_browser, *m_planner);
  for (const char* const id : {"dataset.selectAll", "dataset.remove"})
    m_panel->addAction(actions.action(QLatin1String(id)));  // after a click on the picture, too
  connect(m_panel, &ClipPanel::fileFailed, m_browser->health(), &HealthStrip::recount);
  connect(m_panel, &ClipPanel::locateRequested, this, &DatasetPage::relink);
  m_captions = new CaptionBench(m_bridge, m_store, *m_browser, actions, this);
  connect(m_captions, &CaptionBench::modelFolderRequested, this, &DatasetPage::chooseModel);
  makeMenu(actions);
  auto* const side = kept(new QSplitter(Qt::Vertical), "dataset.side");
  side->addWidget(m_panel);
  side->addWidget(m_captions);
  side->setStretchFactor(0, 3);
  side->setStretchFactor(1, 1);
  m_buckets = new BucketPanel(*m_planner, actions);
  connect(m_buckets, &BucketPanel::clipsRequested, m_browser, &ClipBrowser::selectClips);
  connect(m_buckets, &BucketPanel::modelFolderRequested, this, &DatasetPage::chooseModel);
  auto* const tabs = kept(named(new QTabWidget, tr("Clip and buckets")), "dataset.tabs");
  tabs->setDocumentMode(true);
  named(tabs->tabBar(), tr("Clip and buckets"));
  tabs->addTab(side, tr("Clip"));
  auto* const prepare = new QWidget;
  auto* const prepareColumn = new QVBoxLayout(prepare);
  prepareColumn->setContentsMargins(0, 0, 0, 0);
  prepareColumn->addWidget(m_buckets, 1);
  m_encoding = new EncodingRow(m_bridge, jobs, m_store, *m_planner, actions);
  prepareColumn->addWidget(m_encoding);
  auto* const scroller = kept(named(new QScrollArea, tr("Buckets")), "dataset.buckets");
  scroller->setWidget(prepare);
  scroller->setWidgetResizable(true);
  scroller->setFrameShape(QFrame::NoFrame);
  scroller->setFocusPolicy(Qt::NoFocus);
  tabs->addTab(scroller, tr("Buckets"));
  QPushButton* const train = actionButton(m_train);
  train->setFixedHeight(fontMetrics().height() + 10);  // so that it does not touch the line below the tabs
  tabs->setCornerWidget(train);
  connect(m_planner, &BucketPlanner::planned, this, &DatasetPage::showPlan);
  auto* const work = kept(new FoldingSplitter(0, linesBelow), "dataset.work");
  work->addWidget(m_browser);
  work->addWidget(tabs);
  work->setStretchFactor(0, 3);
  work->setStretchFactor(1, 2);
  for (QSplitter* const splitter : std::initializer_list<QSplitter*>{work, side}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(9);
  }
  work->setWidths({620, 480});
  side->setSizes({360, 120});
  auto* const all = new QWidget;
  auto* const column = new QVBoxLayout(all);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(makeHealth());
  column->addWidget(work, 1);
  return all;
}

/// The menu of the clips, for pictures and table.
void DatasetPage::makeMenu(ActionRegistry& actions) {
  QList<QAction*> menu;
  const auto add = [&](std::initializer_list<const char*> ids) {
    for (const char* const id : ids) menu << actions.action(QLatin1String(id));
    menu << new QAction(this);
    menu.last()->setSeparator(true);
  };
  add({"clip.crop", "clip.clearCrop", "clip.whole", "clip.splitEvery", "clip.splitScenes",
       "clip.reviewScenes"});
  menu.insert(menu.size() - 1, m_panel->bucketMenu()->menuAction());
  add({"caption.captioner", "caption.replace", "caption.add", "caption.rules", "dataset.sets",
       "caption.accept", "caption.refuse"});
  add({"dataset.relink", "dataset.duplicates", "dataset.scan"});
  m_browser->setMenu(menu);
}

/// A strip with a button for each remedy, visible while it applies.
QWidget* DatasetPage::makeHealth() {
  for (QAction* const action : {m_relink, m_duplicates, m_scan, m_problems}) {
    QPushButton* const button = actionButton(action);
    const auto follow = [action, button] { button->setVisible(action->isEnabled()); };
    connect(action, &QAction::changed, button, follow);
    follow();
    m_browser->health()->add(button);
  }
  connect(m_browser->health(), &HealthStrip::counted, this, &DatasetPage::showHealth);
  return m_browser->health();
}

void DatasetPage::chooseModel() {
  const QString folder = askForModel(this);
  if (folder.isEmpty()) return;
  m_store.read(
      [folder = toPath(folder)](const project::Project&, const std::stop_token&) {
        return catalog::recognise_model({folder});  // throws with the reason for other folders
      },
      [this, folder](const catalog::ModelSpec&) { Q_EMIT m_navigator.modelNamed(folder); });
}

void DatasetPage::showState() {
  m_addFiles->setEnabled(m_store.canEdit());
  m_addFolder->setEnabled(m_store.canEdit());
  showHealth();
  m_captions->updateCommands();
  m_import->setEnabled(m_store.canEdit());
  m_export->setEnabled(m_store.isOpen() && m_browser->model()->rowCount() > 0);
  for (QAction* const action : m_wantProject) action->setEnabled(m_store.isOpen());
  for (QAction* const action : m_wantEdits) action->setEnabled(m_store.canEdit());
  m_adding->setVisible(m_store.isOpen());
  if (!m_store.isOpen()) return m_states->setCurrentIndex(NoProject);
  const bool isUnfiltered = m_browser->model()->query().isAll();
  const bool isEmpty = m_browser->model()->rowCount() == 0 && isUnfiltered;
  if (isEmpty && m_browser->model()->isListing()) return;  // not known yet
  m_states->setCurrentIndex(isEmpty ? NoClips : WithClips);
}

QVariantMap DatasetPage::place() const {
  constexpr size_t mostKept = 10'000;  // they are stored in the settings
  QVariantList selected;
  const std::vector<int64_t> clips = m_browser->selectedClips();
  for (const int64_t clip : clips.size() > mostKept ? std::vector<int64_t>() : clips)
    selected << QVariant::fromValue(qlonglong{clip});
  return {{clipKey, m_browser->currentClip()}, {selectedKey, selected}};
}

void DatasetPage::setPlace(const QVariantMap& place) {
  std::vector<int64_t> selected;
  for (const QVariant& clip : place.value(selectedKey).toList()) selected.push_back(clip.toLongLong());
  m_browser->wantClips(place.value(clipKey).toLongLong(), selected);
}

void DatasetPage::showHistory() {
  const auto show = [&](QAction* action, const QString& what, const QString& alone, const QString& full) {
    action->setText(what.isEmpty() ? alone : full.arg(what));
    action->setEnabled(m_store.canEdit() && !what.isEmpty());
  };
  show(m_undo, m_store.undoText(), tr("&Undo"), tr("&Undo: %1"));
  show(m_redo, m_store.redoText(), tr("&Redo"), tr("&Redo: %1"));
}

void DatasetPage::showPlan() {
  const project::BucketPlan* const plan = m_planner->plan();
  m_train->setEnabled(plan != nullptr && plan->totals.samples > 0 && m_store.canEdit());
}

void DatasetPage::chooseFiles() {
  QString patterns = QStringLiteral("*.txt *.csv *.jsonl *.json");
  for (const std::string_view extension : interchange::media_extensions())
    patterns += QStringLiteral(" *") + QLatin1String(extension.data(), static_cast<int>(extension.size()));
  importPaths(askForFiles(this, tr("Add clips"), QStringLiteral("videos"),
                          tr("Videos, pictures and lists") + QStringLiteral(" (%1);;").arg(patterns) +
                              tr("All files") + QStringLiteral(" (*)")));
}

void DatasetPage::chooseFolder() {
  const QString folder = askForFolder(this, tr("Add a folder of clips"), QStringLiteral("videos"));
  if (!folder.isEmpty()) importPaths({folder});
}

void DatasetPage::importPaths(const QStringList& paths) {
  if (paths.isEmpty() || !m_store.canEdit()) return;
  workflow::ImportRequest request;
  for (const QString& path : paths) request.paths.push_back(toPath(path));
  submitImport(QFileInfo(paths.first()).fileName(), std::move(request));
}

void DatasetPage::submitImport(const QString& name, workflow::ImportRequest request) {
  request.project = m_store.folder();
  m_bridge.submit(engine_api::job_of(request, name.toStdString()));
}

void DatasetPage::importDataset() {
  ImportDialog dialog(this);
  if (dialog.exec() == QDialog::Accepted)
    submitImport(QFileInfo(dialog.path()->text()).fileName(), dialog.request());
}

void DatasetPage::exportClips() {
  caption()->commit();
  std::vector<std::string> buckets;
  if (m_planner->plan() != nullptr) {
    for (const catalog::Bucket& bucket : m_planner->plan()->buckets) buckets.push_back(to_string(bucket));
  }
  ExportDialog dialog(m_browser->listedClips(), m_browser->selectedClips(), std::move(buckets),
                      m_planner->settings().fps, this);
  if (dialog.exec() != QDialog::Accepted) return;
  workflow::ExportRequest request = dialog.request();
  request.project = m_store.folder();
  request.split = m_planner->settings().splitLongClips;
  request.id_token = m_planner->settings().idToken;
  m_bridge.submit(engine_api::job_of(request, {}));
}

void DatasetPage::relink() {
  const QString folder = askForFolder(this, tr("Where are the files now?"), QStringLiteral("videos"));
  if (folder.isEmpty()) return;
  const workflow::RelinkRequest request{.project = m_store.folder(), .folders = {toPath(folder)}};
  m_bridge.submit(engine_api::job_of(request, {}));
}

void DatasetPage::showHealth() {
  m_relink->setEnabled(m_store.canEdit() && m_browser->health()->count(HealthStrip::Missing) > 0);
  m_duplicates->setEnabled(m_store.canEdit() && m_browser->health()->count(HealthStrip::Duplicate) > 0);
  m_scan->setEnabled(m_store.canEdit() && m_browser->health()->count(HealthStrip::NotScanned) > 0);
  m_problems->setEnabled(m_store.isOpen() && (m_hasProblems || m_faults->count() > 0));
  m_browser->health()->setRefused(m_store.isOpen() && m_hasProblems);
  // Files appeared or disappeared: update their clips.
  if (const qint64 missing = m_browser->health()->count(HealthStrip::Missing); missing != m_missing) {
    if (std::exchange(m_missing, missing) >= 0 && missing >= 0) m_browser->model()->refresh();
  }
}

CaptionEditor* DatasetPage::caption() const {
  return m_captions->editor();
}

void DatasetPage::dragEnterEvent(QDragEnterEvent* event) {
  const QStringList files = localFiles(*event->mimeData());
  const bool isForWindow = files.size() == 1 && isProject(files.first());
  if (files.isEmpty() || isForWindow || !m_store.canEdit()) return event->ignore();
  event->acceptProposedAction();
}

void DatasetPage::dropEvent(QDropEvent* event) {
  importPaths(localFiles(*event->mimeData()));
  event->acceptProposedAction();
}

}  // namespace fw::ui
