// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/models_page.h"

#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/library_details.h"
#include "ui/models/library_rows.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/navigator.h"
#include "ui/state/run_list_model.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/card.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/reveal.h"

namespace fw::ui {

namespace {

constexpr int linesBelow = 40;

}  // namespace

ModelsPage::ModelsPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
                       Settings& settings, Navigator& navigator, ActionRegistry& actions, QWidget* parent)
    : Page(tr("Models"), "models",
           tr("The models and LoRAs on this computer, and whether they are complete."), parent),
      m_bridge(bridge),
      m_session(session),
      m_runs(runs),
      m_settings(settings),
      m_navigator(navigator),
      m_library(bridge, jobs, runs, settings),
      m_messages(new MessageBar),
      m_states(new QStackedWidget) {
  setAcceptDrops(true);
  makeActions(actions);
  m_empty = new EmptyState("models",
                           tr("No models yet. Add a folder with models or LoRAs, or drop it here. A model is "
                              "a folder that contains model_index.json."),
                           {m_download, m_add, m_showRemoved});
  m_states->addWidget(m_empty);
  m_states->addWidget(makeBody());
  // The page uses the available height; its tables scroll.
  content()->addWidget(m_messages);
  addFilling(m_states, fontMetrics().height() * 16);

  connect(&m_library, &ModelLibrary::changed, this, &ModelsPage::showLibrary);
  connect(&m_library, &ModelLibrary::failed, m_messages, &MessageBar::tell);
  connect(&m_library, &ModelLibrary::renamed, this, [this](const QString& from, const QString& to) {
    if (m_views[LorasTab].chosen == from) m_views[LorasTab].wanted = to;
  });
  connect(m_messages, &MessageBar::showInLogRequested, this, &ModelsPage::showInLogRequested);
  connect(&runs, &RunListModel::runsChanged, this, &ModelsPage::lookWhenRunsChange);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &ModelsPage::updateCommands);
  showLibrary();
}

void ModelsPage::makeActions(ActionRegistry& actions) {
  m_add = actions.addScoped(
      this,
      {QStringLiteral("models.addFolder"), tr("&Add a folder…"), "add-folder",
       QKeySequence(QStringLiteral("Ctrl+Shift+I")), tr("Scans a folder of yours for models and LoRAs.")},
      [this] { chooseFolder(); });
  m_download = actions.addScoped(
      this,
      {QStringLiteral("models.download"), tr("&Download a model…"), "download",
       QKeySequence(QStringLiteral("Ctrl+Alt+Shift+D")),
       tr("Lists the published models with their size, their licence and what your GPU can train.")},
      [this] { downloadModel(); });
  m_refresh = actions.addScoped(this,
                                {QStringLiteral("models.refresh"), tr("&Rescan"), "reload",
                                 QKeySequence(QStringLiteral("F5")), tr("Scans all folders again.")},
                                [this] { m_library.look(); });
  m_search = actions.addScoped(this,
                               {QStringLiteral("models.filter"), tr("&Filter models"), "search",
                                QKeySequence(QStringLiteral("Ctrl+F")), tr("Moves to the filter field.")},
                               [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
  m_showRemoved = actions.addScoped(this,
                                    {QStringLiteral("models.showRemoved"), tr("Show re&moved"), "show-hidden",
                                     QKeySequence(QStringLiteral("Ctrl+Alt+H")),
                                     tr("Shows the models and LoRAs that you removed from the list.")},
                                    [this] { m_library.showHidden(); });
  makeChoiceActions(actions);
  makeFileActions(actions);
  // Buttons are next to what they apply to.
  m_download->setIconText(tr("Download…"));
  m_train->setIconText(tr("Train"));
  m_generate->setIconText(tr("Generate"));
  m_export->setIconText(tr("Export…"));
  m_merge->setIconText(tr("Merge…"));
  m_rename->setIconText(tr("Rename…"));
  m_remove->setIconText(tr("Remove"));
}

void ModelsPage::makeChoiceActions(ActionRegistry& actions) {
  m_train = actions.addScoped(
      this,
      {QStringLiteral("models.train"), tr("&Train this model"), "train",
       QKeySequence(QStringLiteral("Ctrl+Shift+Return")), tr("Uses the selected model for the next run.")},
      [this] {
        if (const LibraryModel* const model = chosenModel()) {
          m_settings.setLastModelFolder(model->path);
          Q_EMIT m_navigator.modelRequested(model->path);
        }
      });
  m_generate = actions.addScoped(
      this,
      {QStringLiteral("models.generate"), tr("&Generate with it"), "generate",
       QKeySequence(QStringLiteral("Ctrl+Alt+G")), tr("Generates clips with the selected model or LoRA.")},
      [this] { generate(); });
  m_check = actions.addScoped(
      this,
      {QStringLiteral("models.check"), tr("&Check"), "verify", QKeySequence(QStringLiteral("Ctrl+Alt+C")),
       tr("Runs a job that compares the names and shapes of a model's tensors with its network, or looks for "
          "invalid values in a LoRA.")},
      [this] {
        for (const QString& path : chosenPaths()) m_library.check(path);
      });
}

void ModelsPage::makeFileActions(ActionRegistry& actions) {
  m_export = actions.addScoped(
      this,
      {QStringLiteral("models.export"), tr("&Export LoRA…"), "export", QKeySequence(QStringLiteral("Ctrl+E")),
       tr("Saves the LoRA with the key names that another program reads.")},
      [this] { exportLora(); });
  m_merge = actions.addScoped(this,
                              {QStringLiteral("models.merge"), tr("&Merge LoRAs…"), "merge",
                               QKeySequence(QStringLiteral("Ctrl+Alt+J")),
                               tr("Makes one LoRA of several, or writes a model with them in its weights.")},
                              [this] { mergeLoras(); });
  m_rename = actions.addScoped(
      this,
      {QStringLiteral("models.rename"), tr("Re&name LoRA…"), "rename", QKeySequence(QStringLiteral("F2")),
       tr("Renames the LoRA's file. Files of a run cannot be renamed: export them instead.")},
      [this] { renameLora(); });
  m_reveal = actions.addScoped(
      this,
      {QStringLiteral("models.reveal"), tr("Show in &file manager"), "folder",
       QKeySequence(QStringLiteral("Ctrl+Alt+R")), tr("Shows the file in the file manager.")},
      [this] { revealInFiles(m_views[currentTab()].chosen); });
  m_remove = actions.addScoped(
      this,
      {QStringLiteral("models.remove"), tr("&Remove from the list"), "remove",
       QKeySequence(QStringLiteral("Del")), tr("Removes it from this list. Nothing is deleted.")},
      [this] {
        for (const QString& path : chosenPaths()) m_library.remove(path);
      });
}

void ModelsPage::makeView(Tab tab, const QString& name, const QString& emptyText,
                          const std::vector<std::pair<QString, int>>& columns) {
  View& view = m_views[tab];
  static constexpr const char* keys[TabCount] = {"libraryModels", "libraryLoras", "libraryFolders"};
  view.rows = new QStandardItemModel(0, static_cast<int>(columns.size()), this);
  view.filter = new LibraryFilter(view.rows, this);
  view.table = new FlatTable(QLatin1String(keys[tab]), name, emptyText);
  view.table->setModel(view.filter);
  view.table->setSortingEnabled(true);
  view.table->setTextElideMode(Qt::ElideMiddle);  // paths differ at their ends
  view.table->sortByColumn(0, Qt::AscendingOrder);
  view.table->setContextMenuPolicy(Qt::ActionsContextMenu);
  for (int column = 0; column < view.rows->columnCount(); ++column) {
    const auto& [title, width] = columns[static_cast<size_t>(column)];
    view.rows->setHeaderData(column, Qt::Horizontal, title);
    view.table->header()->resizeSection(column, std::abs(width));
    if (width < 0)
      view.rows->setHeaderData(column, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                               Qt::TextAlignmentRole);
  }
  connect(view.table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this, tab](const QModelIndex& row) {
            if (!row.isValid() || m_isFilling) return;
            m_views[tab].wanted.clear();
            m_views[tab].chosen = row.siblingAtColumn(0).data(LibraryPathRole).toString();
            showDetails();
          });
  connect(view.table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, tab] {
    if (m_isFilling) return;
    QStringList& selected = m_views[tab].selected;
    selected.clear();
    for (const QModelIndex& row : m_views[tab].table->selectionModel()->selectedRows())
      selected << row.data(LibraryPathRole).toString();
    updateCommands();
  });
  m_tabs->addTab(view.table, name);
}

QWidget* ModelsPage::makeHead() {
  auto* const head = new QWidget;
  auto* const row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  m_filter = named(new QLineEdit, tr("Filter"), m_search->whatsThis());
  m_filter->setPlaceholderText(tr("Filter by any word in a row"));
  kept(m_filter, "models.filter")->setClearButtonEnabled(true);
  m_filter->addAction(icon("search"), QLineEdit::LeadingPosition);
  m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 50);
  m_summary = new QLabel;
  m_summary->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(m_filter, 1);
  row->addWidget(m_summary);
  row->addStretch(1);
  row->addWidget(actionButton(m_refresh));
  row->addWidget(actionButton(m_add));
  row->addWidget(actionButton(m_download));
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    for (const View& view : m_views) view.filter->setFilterFixedString(text);
    showChoice();
  });
  return head;
}

QWidget* ModelsPage::makeBody() {
  m_tabs = kept(named(new QTabWidget, tr("Models, LoRAs and folders")), "models.tabs");
  m_tabs->setDocumentMode(true);
  makeView(ModelsTab, tr("Models"), tr("No models in these folders."),
           {{tr("Name"), 180},
            {tr("State"), 150},
            {tr("Family"), 80},
            {tr("Variant"), 75},
            {tr("Parts"), -60},
            {tr("Size"), -80},
            {tr("Type"), 55}});
  m_views[ModelsTab].table->setHiddenFirst({ModelDtype, ModelParts, ModelFamily, ModelBytes});
  makeView(LorasTab, tr("LoRAs"),
           tr("No LoRAs in these folders. LoRAs from a project's runs appear here, too."),
           {{tr("Name"), 190},
            {tr("State"), 105},
            {tr("Step"), -50},
            {tr("Rank"), -48},
            {tr("Alpha"), -52},
            {tr("Made for"), 105},
            {tr("Keys"), 75},
            {tr("Size"), -75},
            {tr("Modified"), 130}});
  m_views[LorasTab].table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_views[LorasTab].table->setHiddenFirst({LoraKeys, LoraAlpha, LoraDate, LoraRank, LoraBytes, LoraBase});
  makeView(FoldersTab, tr("Folders"), tr("No folders yet."),
           {{tr("Folder"), 260},
            {tr("State"), 150},
            {tr("Models"), -60},
            {tr("LoRAs"), -60},
            {tr("Source"), 150}});
  m_views[FoldersTab].table->setHiddenFirst({FolderOrigin});
  m_details = new LibraryDetails;
  auto* const card = new Card(tr("Details"));
  card->body()->addWidget(m_details, 1);
  auto* const choice = new FlowRow;
  for (QAction* const action :
       {m_train, m_generate, m_check, m_export, m_merge, m_rename, m_reveal, m_remove}) {
    m_buttons.emplace_back(action, actionButton(action));
    choice->add(m_buttons.last().second);
  }
  for (const Tab tab : {ModelsTab, LorasTab, FoldersTab}) m_views[tab].table->addActions(commandsOf(tab));
  card->body()->addWidget(choice);
  card->setMinimumWidth(fontMetrics().averageCharWidth() * 42);

  m_tabs->setMinimumWidth(fontMetrics().averageCharWidth() * 60);  // for names and states
  auto* const parts = kept(new FoldingSplitter(0, linesBelow), "models.parts");
  parts->addWidget(m_tabs);
  parts->addWidget(card);
  parts->setStretchFactor(0, 5);
  parts->setStretchFactor(1, 3);
  parts->setWidths({500, 400});  // independent of the buttons, which wrap into as many lines as needed
  parts->setHandleWidth(14);
  auto* const body = new QWidget;
  auto* const column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(makeHead());
  column->addWidget(parts, 1);
  connect(m_tabs, &QTabWidget::currentChanged, this, &ModelsPage::showChoice);
  return body;
}

ModelsPage::Tab ModelsPage::currentTab() const {
  return static_cast<Tab>(m_tabs->currentIndex());
}

QList<QAction*> ModelsPage::commandsOf(Tab tab) const {
  switch (tab) {
    case ModelsTab:
      return {m_train, m_generate, m_check, m_reveal, m_remove};
    case LorasTab:
      return {m_generate, m_export, m_merge, m_check, m_rename, m_reveal, m_remove};
    default:
      return {m_reveal, m_remove};
  }
}

const LibraryModel* ModelsPage::chosenModel() const {
  return currentTab() == ModelsTab ? m_library.model(m_views[ModelsTab].chosen) : nullptr;
}

const LibraryLora* ModelsPage::chosenLora() const {
  return currentTab() == LorasTab ? m_library.lora(m_views[LorasTab].chosen) : nullptr;
}

bool ModelsPage::isEmpty() const {
  return m_states->currentWidget() == m_empty;
}

void ModelsPage::choose(Tab tab, const QString& path) {
  m_tabs->setCurrentIndex(tab);
  m_views[tab].chosen = path;
  showChoice();
}

void ModelsPage::chooseFolder() {
  const QString folder =
      askForFolder(this, tr("Choose a folder with models or LoRAs"), QStringLiteral("models"));
  if (!folder.isEmpty()) m_library.add({folder});
}

void ModelsPage::lookWhenRunsChange() {
  QStringList states;
  for (const RunRow& run : m_runs.runs())
    states << run.folder + QLatin1Char(' ') + QString::number(run.status.step) +
                  QLatin1String(run.status.has_result ? " result" : "");
  if (states == m_runStates) return;
  m_runStates = states;
  m_isStale = true;
  if (isVisible()) lookIfStale();
}

void ModelsPage::showLibrary() {
  std::array<Place, TabCount> places;
  std::ranges::transform(m_views, places.begin(), placeOf);
  m_isFilling = true;
  fillModels(*m_views[ModelsTab].rows, m_library);
  fillLoras(*m_views[LorasTab].rows, m_library);
  fillFolders(*m_views[FoldersTab].rows, m_library);
  m_isFilling = false;
  const QString names[TabCount] = {tr("Models (%1)"), tr("LoRAs (%1)"), tr("Folders (%1)")};
  for (int tab = 0; tab < TabCount; ++tab)
    m_tabs->setTabText(tab, names[tab].arg(QLocale().toString(m_views[size_t(tab)].rows->rowCount())));
  const bool isNothing = m_library.models().empty() && m_library.loras().empty() &&
                         m_settings.modelFolders().isEmpty() && !m_library.isLooking();
  m_states->setCurrentIndex(isNothing ? 0 : 1);
  m_summary->setText(m_library.isLooking() ? tr("Scanning folders…") : QString());
  showChoice();
  for (size_t tab = 0; tab < TabCount; ++tab) {
    const View& view = m_views[tab];
    if (view.chosen != places[tab].chosen) continue;
    view.table->scrollTo(view.filter->indexOf(places[tab].top), QTreeView::PositionAtTop);
    view.table->horizontalScrollBar()->setValue(places[tab].left);
  }
}

ModelsPage::Place ModelsPage::placeOf(const View& view) {
  const QModelIndex top = view.table->indexAt({0, 0}).siblingAtColumn(0);
  return {view.chosen, top.data(LibraryPathRole).toString(), view.table->horizontalScrollBar()->value()};
}

void ModelsPage::showChoice() {
  for (View& view : m_views) {
    // The wanted row if listed, otherwise the previous one, otherwise the first.
    QModelIndex row = view.filter->indexOf(view.wanted);
    if (row.isValid()) view.wanted.clear();
    if (!row.isValid()) row = view.filter->indexOf(view.chosen);
    if (!row.isValid()) row = view.filter->index(0, 0);
    view.chosen = row.data(LibraryPathRole).toString();
    m_isFilling = true;
    if (view.table->currentIndex().siblingAtColumn(0) != row || !row.isValid())
      view.table->setCurrentIndex(row);
    showSelection(view);
    m_isFilling = false;
  }
  showDetails();
}

/// Restores the selection after the rows were replaced, as far as it is listed.
void ModelsPage::showSelection(View& view) {
  if (!view.selected.contains(view.chosen)) view.selected = QStringList{view.chosen};
  for (const QString& path : view.selected) {
    const QModelIndex row = view.filter->indexOf(path);
    if (row.isValid())
      view.table->selectionModel()->select(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
  }
}

void ModelsPage::showDetails() {
  const QString& path = m_views[currentTab()].chosen;
  if (const LibraryModel* const model = chosenModel()) {
    m_details->showModel(*model);
  } else if (const LibraryLora* const lora = chosenLora()) {
    m_details->showLora(*lora, m_library);
  } else if (const auto folder = std::ranges::find(m_library.folders(), path, &LibraryFolder::path);
             currentTab() == FoldersTab && folder != m_library.folders().end()) {
    m_details->showFolder(*folder);
  } else {
    m_details->showNothing(tr("Nothing selected."));
  }
  updateCommands();
}

void ModelsPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  lookIfStale();
}

QVariantMap ModelsPage::place() const {
  QVariantMap place;
  for (const View& view : m_views)
    place.insert(view.table->objectName(), view.wanted.isEmpty() ? view.chosen : view.wanted);
  return place;
}

void ModelsPage::setPlace(const QVariantMap& place) {
  for (View& view : m_views) view.wanted = place.value(view.table->objectName()).toString();
  showChoice();
}

void ModelsPage::lookIfStale() {
  if (std::exchange(m_isStale, false)) m_library.look();
}

void ModelsPage::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) event->acceptProposedAction();
  }
}

void ModelsPage::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  event->acceptProposedAction();
  m_library.add(paths);
}

}  // namespace fw::ui
