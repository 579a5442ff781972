// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/monitor_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_export.h"
#include "ui/charts/run_chart.h"
#include "ui/monitor/chart_grid.h"
#include "ui/monitor/prompt_dialog.h"
#include "ui/monitor/run_bar.h"
#include "ui/monitor/run_choice_model.h"
#include "ui/monitor/sample_panel.h"
#include "ui/monitor/sample_strip.h"
#include "ui/player/player.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/card.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/kept.h"

namespace fw::ui {

namespace {

constexpr int nameLetters = 20;  // including checkbox and colour; the full name is in its tooltip
const QString runKey = QStringLiteral("run");
const QString besideKey = QStringLiteral("beside");
const QString viewKey = QStringLiteral("view");
const QString promptKey = QStringLiteral("prompt");

/// The line above the charts shows the state, if it has room.
void showColumns(FlatTable& table) {
  table.setColumnHidden(RunListModel::KindColumn, true);
  table.setColumnHidden(RunListModel::StateColumn, true);
  table.setColumnHidden(RunListModel::DateColumn, true);
  table.setColumnHidden(RunListModel::NoteColumn, true);
  table.header()->setStretchLastSection(false);
  table.header()->setSectionResizeMode(RunListModel::NameColumn, QHeaderView::Stretch);
  table.header()->setSectionResizeMode(RunListModel::StepColumn, QHeaderView::ResizeToContents);
  table.setTextElideMode(Qt::ElideMiddle);  // unnamed runs differ in their time, at the end
  table.setHiddenFirst({RunListModel::StepColumn}, nameLetters);
  table.setToolTip(MonitorPage::tr("Select a run to see it. Runs that are ticked stay beside it."));
}

}  // namespace

MonitorPage::MonitorPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session,
                         RunListModel& runs, ClipStore& clips, Navigator& navigator, ActionRegistry& actions,
                         QWidget* parent)
    : Page(tr("Monitor"), "monitor",
           tr("Watch a run while it trains. Click a chart, then zoom with the wheel, drag to pan, and "
              "double-click to see everything."),
           parent),
      m_session(session),
      m_runs(runs),
      m_navigator(navigator),
      m_store(session, runs),
      m_plans(bridge),
      m_choice(new RunChoiceModel(runs, this)),
      m_bar(new RunBar(bridge, jobs, runs, actions)),
      m_table(new FlatTable(QStringLiteral("monitorRuns"), tr("Runs"), tr("No runs yet."))),
      m_body(new QWidget),
      m_charts(new ChartGrid),
      m_samples(new SamplePanel(m_charts->view(), clips, actions)),
      m_emptyCommands{actions.action(QStringLiteral("project.new")),
                      actions.action(QStringLiteral("project.open")),
                      actions.action(QStringLiteral("page.train"))},
      m_empty(new EmptyState("monitor", {}, m_emptyCommands)) {
  makeActions(actions);
  m_table->setModel(m_choice);
  showColumns(*m_table);

  auto* const list = new Card(tr("Runs"));
  list->body()->setContentsMargins(12, 10, 12, 12);
  list->body()->addWidget(m_table, 1);
  list->setMinimumWidth(fontMetrics().averageCharWidth() * 26);
  list->setMaximumWidth(fontMetrics().averageCharWidth() * 46);
  auto* const right = new QVBoxLayout;
  right->setSpacing(8);
  right->addWidget(m_bar);
  right->addWidget(makeTools(actions));
  right->addWidget(m_charts, 1);
  m_charts->addBelowLoss(m_samples);
  auto* const row = new QHBoxLayout(m_body);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(14);
  row->addWidget(list, 2);
  row->addLayout(right, 5);
  content()->addWidget(m_empty, 1);
  content()->addWidget(m_body, 1);

  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& row) {
            if (row.isValid()) m_choice->setMain(m_choice->folder(row));
          });
  connect(m_choice, &RunChoiceModel::shownChanged, this, &MonitorPage::readShown);
  connect(&m_runs, &RunListModel::runsChanged, this, &MonitorPage::keepChoice);
  connect(&m_store, &CurveStore::changed, this, &MonitorPage::showCurves);
  connect(&m_plans, &PlannedMemory::planned, this, &MonitorPage::showCurves);
  connect(&m_store, &CurveStore::failed, this, &MonitorPage::failed);
  connect(m_charts, &ChartGrid::clipRequested, this, &MonitorPage::openClip);
  connect(m_samples, &SamplePanel::clipRequested, this, &MonitorPage::openClip);
  connect(
      m_samples, &SamplePanel::played, this, [this] { m_charts->ensureWidgetVisible(m_samples->player()); },
      Qt::QueuedConnection);  // after layout
  connect(m_charts, &ChartGrid::stepAxisMoved, m_samples->strip(), &SampleStrip::setAxis);
  connect(m_charts, &ChartGrid::exportRequested, this, &MonitorPage::exportChart);
  connect(&m_navigator, &Navigator::runRequested, this, [this](const QString& folder) {
    m_wanted = QDir::cleanPath(folder);
    m_runs.refresh();
    keepChoice();
  });
  keepChoice();
}

void MonitorPage::makeActions(ActionRegistry& actions) {
  QAction* const logarithmic =
      actions.addToggle({QStringLiteral("monitor.logarithmic"), tr("&Logarithmic scale"), "log-scale",
                         QKeySequence(QStringLiteral("Ctrl+Shift+M")),
                         tr("Draws losses, rates and norms on a logarithmic scale.")},
                        [this](bool on) {
                          for (RunChart* const chart : m_charts->charts()) chart->setLogarithmic(on);
                        });
  kept(logarithmic, "monitor.logarithmic")->setChecked(false);
  m_fit =
      actions.addScoped(this,
                        {QStringLiteral("monitor.fit"), tr("Reset &zoom"), "zoom-all",
                         QKeySequence(QStringLiteral("Ctrl+0")), tr("Shows all steps in all charts again.")},
                        [this] {
                          m_charts->view().fit();
                          for (RunChart* const chart : m_charts->charts()) chart->fitValues();
                        });
  m_export = actions.addScoped(this,
                               {QStringLiteral("monitor.export"), tr("&Export chart…"), "export",
                                QKeySequence(QStringLiteral("Ctrl+E")),
                                tr("Saves the focused chart as an image (PNG, SVG) or a table (CSV).")},
                               [this] { exportChart(m_charts->chosenChart()); });
  m_prompts = actions.addScoped(this,
                                {QStringLiteral("monitor.prompts"), tr("Edit &prompts…"), "prompts",
                                 QKeySequence(QStringLiteral("Ctrl+Alt+Y")),
                                 tr("Changes the prompts of the run's clips, also while it trains: they "
                                    "count from the next validation on.")},
                                [this] { editPrompts(); });
  m_samples->tools()->addWidget(toolButton(m_prompts));
}

QWidget* MonitorPage::makeTools(ActionRegistry& actions) {
  auto* const tools = new QWidget;
  auto* const row = new QHBoxLayout(tools);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  auto* const label = new QLabel(tr("S&moothing"));
  m_smoothing = named(new QSlider(Qt::Horizontal), tr("Smoothing"),
                      tr("How many steps the bold loss and norm curves are averaged over."));
  m_smoothing->setToolTip(m_smoothing->accessibleDescription());
  kept(m_smoothing, "monitor.smoothing")->setRange(0, 100);
  m_smoothing->setPageStep(10);
  m_smoothing->setMinimumWidth(fontMetrics().averageCharWidth() * 8);
  m_smoothing->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
  label->setBuddy(m_smoothing);
  row->addWidget(label);
  row->addWidget(m_smoothing, 1);
  auto* const commands = new CommandRow;
  row->addWidget(commands, 1);
  for (const char* const id : {"monitor.logarithmic", "monitor.fit", "monitor.export"}) {
    QAction* const action = actions.action(QLatin1String(id));
    commands->add(action);
    for (RunChart* const chart : m_charts->charts()) {
      chart->setContextMenuPolicy(Qt::ActionsContextMenu);
      chart->addAction(action);
    }
  }
  commands->alignRight();
  connect(m_smoothing, &QSlider::valueChanged, this, &MonitorPage::setSmoothing);
  m_smoothing->setValue(57);
  return tools;
}

void MonitorPage::setSmoothing(int place) {
  // 0: none, 57: 0.98 (about 50 steps), 100: 0.999.
  const double decay = 1 - std::pow(10.0, -3.0 * place / 100);
  for (RunChart* const chart : m_charts->charts()) chart->setSmoothing(decay);
}

void MonitorPage::keepChoice() {
  QString folder = m_choice->main();
  if (m_runs.run(m_wanted) != nullptr) folder = std::exchange(m_wanted, QString());
  if (m_runs.run(folder) == nullptr && !m_runs.runs().empty()) {
    const auto running =
        std::ranges::find_if(m_runs.runs(), [](const RunRow& row) { return row.status.running; });
    folder = running != m_runs.runs().end() ? running->folder : m_runs.runs().front().folder;
  }
  m_choice->setMain(folder);
  m_table->setCurrentIndex(m_choice->indexOf(folder));
  m_bar->setRun(folder);
  readShown();
}

void MonitorPage::readShown() {
  m_bar->setRun(m_choice->main());
  // Loads nothing before the page is first shown.
  if (isVisible()) m_store.setRuns(m_choice->shown());
  showCurves();
}

void MonitorPage::showCurves() {
  showEmpty();
  m_stale = !isVisible();
  if (m_stale) return;
  std::vector<ChartRun> runs;
  for (const QString& folder : m_choice->shown()) {
    const RunCurves* const curves = m_store.curves(folder);
    const Curve* const device = curves != nullptr ? curves->metric(totalVram) : nullptr;
    if (device != nullptr) m_plans.ask(folder, device->values.back());
    runs.push_back({folder, m_runs.nameOf(*m_runs.run(folder)), m_choice->colorOf(folder), curves,
                    m_plans.bytes(folder)});
  }
  m_charts->setRuns(runs);
  const RunCurves* const chosen = runs.empty() ? nullptr : runs.front().curves;
  const RunRow* const row = m_runs.run(m_choice->main());
  const bool makesMore = row != nullptr && !row->isFinished();
  m_prompts->setEnabled(makesMore && !m_runs.readOnlyReason());
  m_samples->setClips(m_choice->main(), chosen != nullptr ? chosen->clips : std::vector<RunClip>(),
                      makesMore ? SamplePanel::Room::always : SamplePanel::Room::forClips);
}

void MonitorPage::showEmpty() {
  const bool any = !m_runs.runs().empty();
  m_body->setVisible(any);
  for (QAction* const action : {m_fit, m_export}) action->setEnabled(any);
  m_prompts->setEnabled(any && !m_runs.readOnlyReason());
  m_empty->setVisible(!any);
  if (any) return;
  m_empty->setSentence(m_session.isOpen()
                           ? tr("No runs yet. A run's curves appear here from its first step on.")
                           : tr("No project is open. Open one to see its runs."));
  m_empty->showCommands(m_session.isOpen() ? m_emptyCommands.mid(2) : m_emptyCommands.mid(0, 2));
}

void MonitorPage::editPrompts() {
  const RunRow* const run = m_runs.run(m_choice->main());
  if (run == nullptr) return;
  try {
    PromptDialog(run->folder, m_runs.nameOf(*run), window()).exec();
  } catch (const Error& error) {
    Q_EMIT failed(error.fault());
  }
}

QVariantMap MonitorPage::place() const {
  return {{runKey, m_choice->main()},
          {besideKey, m_choice->checked()},
          {viewKey, m_charts->place()},
          {promptKey, m_samples->prompt()}};
}

void MonitorPage::setPlace(const QVariantMap& place) {
  m_wanted = place.value(runKey).toString();
  m_choice->check(place.value(besideKey).toStringList());
  m_charts->setPlace(m_wanted, place.value(viewKey).toMap());
  m_samples->wantPrompt(m_wanted, place.value(promptKey).toString());
  keepChoice();
}

void MonitorPage::takeOver(const Page& other) {
  m_samples->takeOver(*static_cast<const MonitorPage&>(other).m_samples);
}

QString MonitorPage::emptyText() const {
  return m_empty->isHidden() ? QString() : m_empty->sentence();
}

void MonitorPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  readShown();
}

void MonitorPage::exportChart(RunChart* chart) {
  const QString kinds = tr("Image (*.png);;Vector image (*.svg);;Table (*.csv)");
  QString kind;
  QString file = chart->spec().title + QStringLiteral(".png");
  for (bool isConfirmed = false; !isConfirmed;) {
    file = askWhereToSave(this, tr("Export the chart “%1”").arg(chart->spec().title), file, kinds, &kind);
    if (file.isEmpty()) return;
    // The dialog asks before replacing a file, but not for the name with the extension added here.
    const bool isWhole = !QFileInfo(file).suffix().isEmpty();
    if (!isWhole) file += kind.mid(kind.indexOf(QLatin1Char('.')), 4);
    isConfirmed = isWhole || !QFileInfo::exists(file);
  }
  try {
    fw::ui::exportChart(*chart, file);
  } catch (const Error& error) {
    Q_EMIT failed(error.fault());
  }
}

void MonitorPage::openClip(const QString& runFolder, const QString& clip) {
  Q_EMIT m_navigator.clipRequested(runFolder, clip);
}

}  // namespace fw::ui
