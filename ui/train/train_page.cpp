// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_page.h"

#include <QDir>
#include <QLineEdit>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/paths.h"
#include "engine_api/requests.h"
#include "run/run_folder.h"
#include "ui/run_settings/setting_row.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/state/settings.h"
#include "ui/train/check_card.h"
#include "ui/train/history_keys.h"
#include "ui/train/model_card.h"
#include "ui/train/own_presets.h"
#include "ui/train/plan_card.h"
#include "ui/train/preset_list.h"
#include "ui/train/process_choice.h"
#include "ui/train/run_file_view.h"
#include "ui/train/runs_view.h"
#include "ui/train/setting_help.h"
#include "ui/train/sweep_dialog.h"
#include "ui/train/train_head.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cache_size_label.h"
#include "ui/widgets/column_area.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/kept.h"

namespace fw::ui {

namespace {

constexpr int savePauseMs = 800;
constexpr int linesBeside = 12;
constexpr int linesBelow = 38;

/// Stacks cards in a scrolling column.
QScrollArea* scrolledColumn(std::initializer_list<QWidget*> parts, const QString& name,
                            const char* keptName) {
  auto* const inner = new QWidget;
  auto* const column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 8, 8, 0);
  column->setSpacing(14);
  for (QWidget* const part : parts) column->addWidget(part);
  column->addStretch(1);
  return kept(new ColumnArea(inner, name), keptName);
}

}  // namespace

TrainPage::TrainPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
                     Settings& settings, Navigator& navigator, ActionRegistry& actions, QWidget* parent)
    : Page(tr("Train"), "train", tr("Choose a preset, change what you like, and start."), parent),
      m_bridge(bridge),
      m_session(session),
      m_runList(runs),
      m_settings(settings),
      m_navigator(navigator),
      m_check(m_draft, session, bridge),
      m_launcher(bridge, jobs, session) {
  makeActions(actions);
  m_runs = new RunsView(bridge, jobs, session, runs, navigator, actions, m_launcher);
  connect(m_runs, &RunsView::draftRequested, this, &TrainPage::takeSettings);
  m_processes = kept(new ProcessChoice, "train.processes");
  connect(m_processes, &QComboBox::activated, this, &TrainPage::update);
  m_head = new TrainHead({m_start, m_enqueue, m_sweep}, m_processes, {m_undo, m_redo, m_savePreset});
  m_empty = new EmptyState(
      "train",
      tr("No project is open. Runs are kept in a project, with their datasets, checkpoints and clips."),
      {actions.action(QStringLiteral("project.new")), actions.action(QStringLiteral("project.open"))});
  m_work = new QWidget;
  auto* const column = new QVBoxLayout(m_work);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(m_head);
  column->addWidget(makeColumns(), 1);
  content()->addWidget(m_empty, 1);
  content()->addWidget(m_work, 1);
  connect(&jobs, &JobListModel::jobEnded, m_plan, [this](const JobRow& job) {
    if (m_draft.file().empty()) return;
    m_check.refresh();  // its encodings are in the cache now, and its captions in the project
    const bool encodes =
        job.kind == engine_api::TrainRequest::kind || job.kind == engine_api::PrecomputeRequest::kind;
    if (encodes) m_plan->askAgain();  // its duration is known
  });

  m_saving.setSingleShot(true);
  m_saving.setInterval(savePauseMs);
  connect(&m_saving, &QTimer::timeout, this, &TrainPage::save);
  connect(&m_files, &Worker::failed, this, [this](const Fault& fault) { say(fault); });
  connect(&m_draft, &RunDraft::failed, this, [this](const Fault& fault) { say(fault); });
  connect(&m_draft, &RunDraft::changed, this, [this] {
    m_said.clear();
    m_saving.start();
    update();
  });
  connect(&m_check, &RunCheck::changed, this, [this] {
    takeModel();
    tellModel();
    update();
    if (m_awaited && m_check.isCurrent()) std::exchange(m_awaited, {})();
  });
  const auto takeAfterAll = [this](bool canRedo) {
    if (!canRedo && m_check.isCurrent()) takeModel();
  };
  connect(&m_draft.undoStack(), &QUndoStack::canRedoChanged, this, takeAfterAll, Qt::QueuedConnection);
  connect(&m_launcher, &RunLauncher::failed, this, [this](const Fault& fault) { say(fault); });
  connect(&m_launcher, &RunLauncher::busyChanged, this, &TrainPage::updateCommands);
  connect(&m_launcher, &RunLauncher::launched, this, [this](const QString& folder) {
    m_said = tr("In the queue: %1").arg(QDir(folder).dirName());
    m_settings.setLastModelFolder(QString::fromStdString(m_draft.run().settings.model_folder));
    m_runList.refresh();
    updateCommands();
    Q_EMIT m_navigator.runRequested(folder);
  });
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &TrainPage::update);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, &TrainPage::updatePresets);
  connect(&m_session, &ProjectSession::changed, this, &TrainPage::openProject);
  connect(&m_session, &ProjectSession::gone, this, &TrainPage::update);
  connect(&m_session, &ProjectSession::back, this, &TrainPage::update);
  connect(&m_navigator, &Navigator::trainingRequested, this, [this] { choose(ModelCard::datasetKey, {}); });
  connect(&m_navigator, &Navigator::modelRequested, this,
          [this](const QString& folder) { choose(ModelCard::modelKey, folder); });
  connect(&m_navigator, &Navigator::modelNamed, this,
          [this](const QString& folder) { set(ModelCard::modelKey, folder); });
  connect(&m_navigator, &Navigator::settingsRequested, this,
          [this](const QString& folder) { takeSettings(folder, false); });
  connect(&m_navigator, &Navigator::settingRequested, this, [this](const QString& key) {
    Q_EMIT m_navigator.pageRequested(PageId::train);
    goToSetting(key.toStdString());
  });
  setFirstControl(m_form->search());
  new HistoryKeys(*this, *m_undo, *m_redo);
  m_own->look();
  openProject();
}

TrainPage::~TrainPage() {
  // The window's commands are already gone.
  m_draft.disconnect(this);
  m_draft.undoStack().disconnect(this);
  if (!m_saving.isActive()) return;
  try {
    write();
  } catch (const Error& error) {
    log::fault(spdlog::level::err, error.fault());
  }
}

void TrainPage::makeActions(ActionRegistry& actions) {
  m_start = actions.addScoped(
      this,
      {QStringLiteral("train.start"), tr("&Start"), "run", QKeySequence(QStringLiteral("Ctrl+Return")),
       tr("Freezes the settings and trains with them, ahead of all waiting jobs.")},
      [this] { launch(RunLauncher::Place::next); });
  m_enqueue = actions.addScoped(this,
                                {QStringLiteral("train.enqueue"), tr("Add to &queue"), "enqueue",
                                 QKeySequence(QStringLiteral("Ctrl+Shift+Return")),
                                 tr("Freezes the settings and trains with them, after the waiting jobs.")},
                                [this] { launch(RunLauncher::Place::last); });
  m_sweep = actions.addScoped(
      this,
      {QStringLiteral("train.sweep"), tr("Swee&p…"), "sweep", QKeySequence(QStringLiteral("Ctrl+Alt+Return")),
       tr("Trains one run for each combination of some settings' values, and compares them.")},
      [this] { sweep(); });
  m_undo = actions.addScoped(this,
                             {QStringLiteral("train.undo"), tr("&Undo a setting"), "undo",
                              QKeySequence(QKeySequence::Undo), tr("Undoes the last change to a setting.")},
                             [this] { m_draft.undoStack().undo(); });
  m_redo = actions.addScoped(
      this,
      {QStringLiteral("train.redo"), tr("&Redo a setting"), "redo",
       QKeySequence(QStringLiteral("Ctrl+Shift+Z")), tr("Redoes the change that was undone.")},
      [this] { m_draft.undoStack().redo(); });
  m_savePreset = actions.addScoped(
      this,
      {QStringLiteral("train.savePreset"), tr("Save as &preset…"), "save",
       QKeySequence(QStringLiteral("Ctrl+Alt+S")), tr("Saves these settings as a preset of your own.")},
      [this] { m_own->save(); });
  m_fit = actions.addScoped(
      this,
      {QStringLiteral("train.fit"), tr("&Fit to my GPU"), "fit", QKeySequence(QStringLiteral("Ctrl+Alt+G")),
       tr("Finds the fastest memory settings that fit what is free now.")},
      [this] {
        Q_EMIT m_navigator.pageRequested(PageId::train);
        m_plan->fit();
      });
  m_useBuckets = actions.addScoped(this,
                                   {QStringLiteral("train.presetBuckets"), tr("Use the preset's &buckets"),
                                    "use", QKeySequence(QStringLiteral("Ctrl+Alt+Z")),
                                    tr("Puts the project's clips into the buckets that the preset is made "
                                       "for. The Dataset page can undo it.")},
                                   [this] { Q_EMIT bucketsRequested(bucketsToUse()); });
  m_updateDataset = actions.addScoped(
      this,
      {QStringLiteral("train.updateDataset"), tr("Update the &dataset"), "reload",
       QKeySequence(QStringLiteral("Ctrl+Alt+W")),
       tr("Trains on the project's clips as they are when the run starts, in place of a dataset that was "
          "frozen before.")},
      [this] { choose(ModelCard::datasetKey, {}); });
  m_search =
      actions.addScoped(this,
                        {QStringLiteral("train.search"), tr("Search &settings"), "search",
                         QKeySequence(QStringLiteral("Ctrl+F")), tr("Moves to the settings search field.")},
                        [this] {
                          Q_EMIT m_navigator.pageRequested(PageId::train);
                          m_tabs->setCurrentIndex(0);
                          reveal(m_form->search());
                        });
  const auto follow = [this](QAction* action, bool can, const QString& plain, const QString& text) {
    action->setEnabled(can);
    action->setIconText(text.isEmpty() ? plain : tr("%1: %2").arg(plain, text));
    action->setToolTip(action->iconText());
  };
  const auto showHistory = [this, follow] {
    const QUndoStack& stack = m_draft.undoStack();
    follow(m_undo, stack.canUndo(), tr("Undo"), stack.undoText());
    follow(m_redo, stack.canRedo(), tr("Redo"), stack.redoText());
  };
  connect(&m_draft.undoStack(), &QUndoStack::indexChanged, this, showHistory);
  showHistory();
}

QWidget* TrainPage::makeColumns() {
  m_model = new ModelCard(m_draft);
  m_presets = new PresetList;
  m_form = new SettingsForm(m_draft, {ModelCard::modelKey, ModelCard::datasetKey});
  m_cacheSize = new CacheSizeLabel;
  m_form->row("data.cache")->addBelow(m_cacheSize);
  m_fileView = new RunFileView(m_draft);
  m_plan = new PlanCard(m_draft, m_check, m_bridge, m_fit, m_useBuckets);
  m_checks = new CheckCard;
  m_checks->setRemedy("train.dataset_changed", m_updateDataset);
  m_help = new SettingHelp;
  auto* const presets = new Card(tr("Presets"));
  presets->body()->addWidget(m_presets);
  auto* const settings = new Card(tr("Settings"));
  settings->body()->addWidget(m_form);

  m_tabs = kept(named(new QTabWidget, tr("Views of the run")), "train.tabs");
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(scrolledColumn({m_model, presets, settings}, tr("Settings"), "train.form"), tr("Settings"));
  m_tabs->addTab(kept(m_fileView, "train.file"), tr("Run file"));
  m_tabs->addTab(m_runs, tr("Runs"));
  auto* const columns = kept(new FoldingSplitter(linesBeside, linesBelow), "train.columns");
  columns->setHandleWidth(14);
  columns->addWidget(m_tabs);
  columns->addWidget(scrolledColumn({m_checks, m_plan, m_help}, tr("Plan and explanation"), "train.plan"));
  columns->setStretchFactor(0, 5);
  columns->setStretchFactor(1, 3);
  columns->setWidths({500, 300});
  connect(m_plan, &PlanCard::changed, this, &TrainPage::updateAdvice);
  connect(m_presets, &PresetList::chosen, this, &TrainPage::usePreset);
  m_own = new OwnPresets(m_draft, this);
  connect(m_presets, &PresetList::changesRequested, this, &TrainPage::showChanges);
  connect(m_presets, &PresetList::copyRequested, m_own, &OwnPresets::copy);
  connect(m_presets, &PresetList::renameRequested, m_own, &OwnPresets::rename);
  connect(m_presets, &PresetList::replaceRequested, m_own, &OwnPresets::replace);
  connect(m_presets, &PresetList::deleteRequested, m_own, &OwnPresets::remove);
  connect(m_own, &OwnPresets::failed, this, &TrainPage::say);
  connect(m_own, &OwnPresets::found, this, [this](const std::vector<run::Preset>& own) {
    m_presets->setOwn(own);
    update();
  });
  const auto explain = [this](const catalog::Setting& setting) {
    m_help->explain(setting, m_draft.run().settings.family);
  };
  connect(m_form, &SettingsForm::settingEntered, this, explain);
  connect(m_model, &ModelCard::settingEntered, this, explain);
  return columns;
}

void TrainPage::openProject() {
  keep();
  m_empty->setVisible(!m_session.isOpen());
  m_work->setVisible(m_session.isOpen());
  m_files.clear();
  begin({}, {});
  if (!m_session.isOpen()) return;
  const std::filesystem::path file = toPath(m_session.folder()) / "run.toml";
  m_files.run(
      [file](const std::stop_token&) {
        return std::filesystem::exists(file) ? run::run_file_text(file) : newRunText();
      },
      [this, file](const std::string& text) {
        begin(file, text);
        for (const auto& [key, path] : std::exchange(m_wanted, {})) set(key, path);
      });
}

void TrainPage::begin(const std::filesystem::path& file, const std::string& text) {
  m_isStartTried = false;
  m_awaited = {};
  m_taken = {};
  m_said.clear();
  m_draft.begin(file, text);
  m_told = run::model_source(m_draft.run().settings);
  m_check.look();
  m_saving.stop();
}

void TrainPage::write() {
  m_saving.stop();
  if (!m_draft.file().empty() && !m_session.read_only_reason())
    write_file_atomically(m_draft.file(), m_draft.text(), Existing::own);  // a few kilobytes
}

void TrainPage::save() {
  try {
    write();
  } catch (const Error& error) {
    say(error.fault());
  }
}

void TrainPage::keep() {
  if (m_saving.isActive()) save();
}

void TrainPage::takeOver(const Page& other) {
  const auto& before = static_cast<const TrainPage&>(other);
  m_wanted = before.m_wanted;
  if (before.m_draft.file().empty()) return;
  m_files.clear();  // the run file is not read again
  m_taken = before.m_taken;
  m_told = before.m_told;
  m_isStartTried = before.m_isStartTried;
  m_draft.takeOver(before.m_draft);
  m_check.look();
  m_saving.stop();
}

std::vector<Fault> TrainPage::faults() const {
  std::vector<Fault> all = m_check.faults();
  if (const auto& obstacle = m_check.facts().obstacle; obstacle && m_check.knowsModel())
    all.push_back(workflow::at_setting("model.folder", *obstacle));
  if (const auto fault = workflow::process_fault(m_draft.run().settings, m_processes->count()))
    all.push_back(*fault);
  return all;
}

void TrainPage::launch(RunLauncher::Place place) {
  startChecked([this, place] {
    m_saving.stop();  // the launcher writes the file
    m_launcher.launch(m_draft, m_check, place, m_processes->count(), m_plan->seconds());
  });
}

void TrainPage::sweep() {
  SweepDialog dialog(m_draft.text(), m_draft.file(), m_plan->seconds(), window());
  if (dialog.exec() != QDialog::Accepted) return;
  startChecked([this, axes = dialog.axes(), halving = dialog.halving(),
                runs = static_cast<double>(dialog.runs())] {
    m_saving.stop();
    m_launcher.launchSweep(m_draft, m_check, axes, halving, m_processes->count(), m_plan->seconds() * runs);
  });
}

/// Starts a run, once the latest input is checked, unless it has a fault.
void TrainPage::startChecked(const std::function<void()>& start) {
  m_isStartTried = true;
  const std::vector<Fault> faults = this->faults();
  update();
  if (!faults.empty()) {
    // The command is also in a menu: switch to the page that shows the problem.
    Q_EMIT m_navigator.pageRequested(PageId::train);
    return goToFirst(faults);
  }
  if (!m_check.isCurrent()) return void(m_awaited = [this, start] { startChecked(start); });
  start();
}

void TrainPage::goToFirst(const std::vector<Fault>& faults) {
  const std::string key = faultKey(faults.front());
  if (!m_draft.hasSyntax() || key.empty()) {
    m_tabs->setCurrentIndex(1);
    return m_fileView->goTo(faults.front());
  }
  goToSetting(key);
}

void TrainPage::goToSetting(const std::string& key) {
  m_tabs->setCurrentIndex(0);
  QWidget* const editor = m_model->editor(key) != nullptr ? m_model->editor(key) : m_form->reveal(key);
  if (editor != nullptr) reveal(editor);
}

void TrainPage::reveal(QWidget* editor) {
  editor->setFocus(Qt::ShortcutFocusReason);
  for (QWidget* above = editor->parentWidget(); above != nullptr; above = above->parentWidget()) {
    if (auto* const area = qobject_cast<QScrollArea*>(above)) area->ensureWidgetVisible(editor, 20, 60);
  }
}

void TrainPage::update() {
  const std::vector<Fault> faults = this->faults();
  FaultTexts texts;
  for (const Fault& fault : faults) {
    // An empty form is not an error before the user tries to start it.
    const bool isMissing = fault.code == "run.missing" || fault.code == "train.no_dataset";
    if (isMissing && !m_isStartTried) continue;
    QString& text = texts[faultKey(fault)];
    if (!text.isEmpty()) text += QLatin1Char('\n');
    text += sentences({shortFaultText(fault), faultHint(fault)});
  }
  m_model->update(m_check, texts);
  const auto& model = m_check.facts().model;
  const bool hasChoice = model && model->tasks.size() > 1;
  m_form->update(texts,
                 hasChoice ? std::set<std::string_view>{} : std::set<std::string_view>{"training.task"});
  m_cacheSize->setCache(m_draft.run().settings.cache);
  m_fileView->markFaults(m_draft.run().faults);
  updatePresets();
  updateCommands();
  updateAdvice();
  m_plan->ask(std::max<int64_t>(1, m_processes->count()));
}

void TrainPage::updateAdvice() {
  std::vector<Fault> advice = m_check.advice();
  std::ranges::copy(m_plan->advice(), std::back_inserter(advice));
  m_checks->showAdvice(advice);
  offerBuckets();
}

void TrainPage::updateCommands() {
  const bool canTrain = m_bridge.hasKind(engine_api::TrainRequest::kind);
  const bool isOpen = !m_draft.file().empty() && !m_session.read_only_reason();
  const std::optional<Fault> obstacle = m_check.knowsModel() ? m_check.facts().obstacle : std::nullopt;
  for (QAction* const action : {m_start, m_enqueue, m_sweep})
    action->setEnabled(canTrain && isOpen && !m_launcher.isBusy() && !obstacle);
  m_savePreset->setEnabled(m_draft.hasSyntax() && isOpen);
  m_search->setEnabled(!m_draft.file().empty());
  if (m_check.isCurrent()) m_head->describe(m_check.samplesText());
  if (!m_said.isEmpty()) return m_head->say(m_said, m_isFault ? Tint::bad : Tint::good);
  if (!canTrain)
    return m_head->say(tr("The engine is not loaded, so nothing can be trained."), Tint::warning);
  if (m_session.read_only_reason())
    return m_head->say(faultText(*m_session.read_only_reason()), Tint::warning);
  if (obstacle) return m_head->say(faultText(*obstacle), Tint::bad);
  const auto count = static_cast<int>(faults().size());
  if (!m_draft.hasSyntax())
    return m_head->say(tr("The run file has errors: see the underlined lines."), Tint::bad);
  if (count > 0)
    return m_head->say(tr("%n settings are missing or wrong.", nullptr, count),
                       m_isStartTried ? Tint::bad : Tint::text);
  m_head->say(m_launcher.isBusy() ? tr("Freezing the run…") : tr("Ready to start."), Tint::text);
}

void TrainPage::say(const Fault& fault) {
  m_said = faultWithHint(fault);
  m_isFault = true;
  updateCommands();
  m_isFault = false;
}

QString TrainPage::status() const {
  return m_head->text();
}

void TrainPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  lookAgain();
}

void TrainPage::lookAgain() {
  if (!m_draft.file().empty()) m_check.look();
}

}  // namespace fw::ui
