// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_page.h"

#include <QAbstractItemView>
#include <QDateTime>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/gallery/clip_export.h"
#include "ui/gallery/clip_matrix_view.h"
#include "ui/gallery/compare_player.h"
#include "ui/gallery/compare_view.h"
#include "ui/gallery/export_bar.h"
#include "ui/gallery/file_kinds.h"
#include "ui/gallery/grid_dialog.h"
#include "ui/gallery/recipe_panel.h"
#include "ui/player/player.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/kept_loras.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_commands.h"
#include "ui/state/run_list_model.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/card.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

namespace {

/// Makes an action's shortcut work in `widget` without a context menu entry.
void addKey(QWidget* widget, QAction* action) {
  auto* const key = new QShortcut(action->shortcut(), widget);
  key->setContext(Qt::WidgetShortcut);
  QObject::connect(key, &QShortcut::activated, action, &QAction::trigger);
}

constexpr int gridLetters = 60;
constexpr int linesBeside = 22;
constexpr int linesBelow = 66;
const QString runKey = QStringLiteral("run");
const QString clipKey = QStringLiteral("clip");

/// Why a run has no clips, and how to get some.
QString whyNoClips(const run::RunSettings& settings) {
  if (settings.validation_prompts.empty())
    return GalleryText::tr(
        "This run has no validation prompts, so it makes no clips. Add some under “Validation” for a new "
        "run, and turn on “Validate before training” to see the untrained model, too.");
  if (settings.validation_epochs > 0)
    return GalleryText::tr(
        "This run makes clips every %n epochs and at its end, but has not got that far. “Validate before "
        "training” in a run's settings also makes clips before the first step.",
        nullptr, static_cast<int>(settings.validation_epochs));
  return GalleryText::tr(
             "This run makes clips every %1 steps and at its end, but has not got that far. “Validate before "
             "training” in a run's settings also makes clips before the first step.")
      .arg(QLocale().toString(qint64{settings.validation_steps}));
}

}  // namespace

GalleryPage::GalleryPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session,
                         RunListModel& runs, ClipStore& store, Navigator& navigator, ActionRegistry& actions,
                         QWidget* parent)
    : Page(tr("Gallery"), "gallery",
           tr("See what each step of a run makes of its prompts, next to the untrained model."), parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_session(session),
      m_runs(runs),
      m_store(bridge, session, runs),
      m_thumbnails(store),
      m_matrix(m_thumbnails) {
  makeActions(actions);
  m_compare = new ComparePlayer(actions, this);
  m_recipe = new RecipePanel(navigator, actions, this);
  const auto emptyState = [&](const QString& sentence, std::initializer_list<const char*> commands) {
    QList<QAction*> found;
    for (const char* const id : commands) found << actions.action(QLatin1String(id));
    return new EmptyState("gallery", sentence, found);
  };
  m_noProject = emptyState(tr("No project is open. This page compares the clips of a project's runs."),
                           {"project.new", "project.open"});
  m_noRun =
      emptyState(tr("No runs yet. The clips that a run makes during training appear here."), {"page.train"});
  m_noClips = emptyState({}, {"gallery.validate", "gallery.showSettings", "gallery.showRun"});
  m_noProject->setObjectName(QStringLiteral("gallery.noProject"));
  m_noRun->setObjectName(QStringLiteral("gallery.noRun"));
  m_noClips->setObjectName(QStringLiteral("gallery.noClips"));
  m_body = new QWidget;
  auto* const column = new QVBoxLayout(m_body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(makeHead());
  column->addWidget(m_noClips, 1);
  m_clips = makeClips(actions);
  column->addWidget(m_clips, 1);
  for (QWidget* const empty : {m_noProject, m_noRun}) content()->addWidget(empty, 1);
  content()->addWidget(m_body, 1);

  connect(&m_runs, &RunListModel::runsChanged, this, &GalleryPage::keepRun);
  connect(&m_session, &ProjectSession::changed, this, [this] {
    m_pin.reset();
    keepRun();
  });
  connect(&m_jobs, &JobListModel::summaryChanged, this, &GalleryPage::updateCommands);
  connect(&navigator, &Navigator::clipRequested, this, &GalleryPage::openClip);
  connect(&m_store, &GalleryStore::changed, this, &GalleryPage::showRun);
  connect(&m_store, &GalleryStore::gridsChanged, this, &GalleryPage::keepRun);
  connect(&m_store, &GalleryStore::gridMade, this, &GalleryPage::queueGrid);
  connect(m_recipe, &RecipePanel::recipeRead, this, &GalleryPage::updateCommands);
  connect(&m_jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (job.kind == engine_api::GenerateRequest::kind && m_store.isGrid(m_folder)) m_store.read();
  });
  connect(&m_store, &GalleryStore::failed, this, [this](const Fault& fault) {
    m_noClips->setSentence(faultText(fault) + QLatin1Char('\n') + faultHint(fault));
    m_noClips->show();
    m_clips->hide();
  });
  connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this, &GalleryPage::showClip);
  keepRun();
}

void GalleryPage::makeActions(ActionRegistry& actions) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, std::function<void()> handler) {
    return actions.addScoped(this,
                             {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                             std::move(handler));
  };
  m_setA =
      add("gallery.setA", tr("Set as &A"), "set-a", "Ctrl+Alt+A",
          tr("Compares all other clips with the selected one, or with the same prompt at its step."), [this] {
            if (chosenClip() != nullptr) m_pin = Pin{m_store.shared(), *chosenClip()};
            showClip();
          });
  m_resetA = add("gallery.resetA", tr("&Reset A"), "reset", "Alt+Shift+A",
                 tr("Compares each clip with the one from before training again."), [this] {
                   m_pin.reset();
                   showClip();
                 });
  m_validate =
      add("gallery.validate", tr("&Validate now"), "validate", "Ctrl+Alt+V",
          tr("Has the running job generate clips after its current step."), [this] { validateNow(); });
  m_makeGrid = add("gallery.makeGrid", tr("Compare chec&kpoints…"), "compare", "Alt+Shift+K",
                   tr("Generates the selected clip again with several checkpoints, strengths and seeds."),
                   [this] { askForGrid(); });
  m_export = add("gallery.export", tr("&Export clip…"), "export", "Ctrl+E",
                 tr("Saves the selected clip as MP4, GIF or PNG images."), [this] {
                   exportClipTo(askForFile(tr("Export the clip"),
                                           suggestedName(rowText(*m_store.run(), chosenClip()->step)),
                                           {mp4Kind(), gifKind(), picturesKind()}));
                 });
  m_exportBoth =
      add("gallery.exportComparison", tr("Export &comparison…"), "export-comparison", "Ctrl+Alt+E",
          tr("Saves A and the selected clip side by side as one clip."), [this] {
            exportComparisonTo(askForFile(tr("Export the comparison"), suggestedName(tr("A and B")),
                                          {mp4Kind(), gifKind(), picturesKind()}));
          });
  m_exportSheet = add(
      "gallery.exportSheet", tr("Contact &sheet…"), "sheet", "Alt+Shift+E",
      tr("Saves the middle frame of every clip of the run as one image."), [this] {
        exportSheetTo(askForFile(tr("Export a contact sheet"), suggestedName(tr("all clips")), {pngKind()}));
      });
}

QWidget* GalleryPage::makeHead() {
  auto* const head = new QWidget;
  auto* const row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  auto* const label = new QLabel(tr("R&un"));
  m_runBox = named(new LiveComboBox, tr("Run"), tr("The run whose clips are shown, newest first."));
  m_runBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_runBox->setMinimumContentsLength(26);
  named(m_runBox->view(), m_runBox->accessibleName());
  label->setBuddy(m_runBox);
  row->addWidget(label);
  row->addWidget(m_runBox);
  auto* const commands = new CommandRow;
  for (QAction* const action : {m_makeGrid, m_export, m_exportBoth, m_exportSheet}) commands->add(action);
  commands->alignRight();
  row->addWidget(commands, 1);
  connect(m_runBox, &LiveComboBox::wanted, this, &GalleryPage::fillRunBox);
  connect(m_runBox, &QComboBox::activated, this, [this] {
    m_folder = m_runBox->currentData().toString();
    m_chosen.clear();
    m_wantedClip.clear();
    readRun();
  });
  return head;
}

QWidget* GalleryPage::makeClips(ActionRegistry& actions) {
  m_grid = new ClipMatrixView;
  m_grid->setModel(&m_matrix);
  m_grid->setContextMenuPolicy(Qt::ActionsContextMenu);
  // Home and End keep their meaning in tables.
  for (QAction* const action : m_compare->player()->commands()) {
    const bool isTables =
        action->shortcut() == QKeySequence(Qt::Key_Home) || action->shortcut() == QKeySequence(Qt::Key_End);
    if (!isTables) addKey(m_grid, action);
  }
  for (const char* const id :
       {"gallery.setA", "gallery.resetA", "gallery.generate", "gallery.makeGrid", "gallery.useCheckpoint",
        "gallery.copyRecipe", "gallery.export", "gallery.exportComparison", "gallery.reveal"})
    m_grid->addAction(actions.action(QLatin1String(id)));
  connect(m_grid, &QAbstractItemView::activated, m_compare, &ComparePlayer::play);
  m_noBefore = new WrapLabel;
  m_noBefore->setObjectName(QStringLiteral("gallery.noBefore"));
  m_noBefore->setForegroundRole(QPalette::PlaceholderText);
  auto* const card = new Card(tr("Clips"));
  card->body()->setContentsMargins(10, 8, 10, 10);
  card->body()->setSpacing(6);
  card->body()->addWidget(m_noBefore);
  card->body()->addWidget(m_grid, 1);
  auto* const columns = kept(new FoldingSplitter(linesBeside, linesBelow), "gallery.columns");
  columns->setHandleWidth(12);
  for (QWidget* const part : {static_cast<QWidget*>(card), makePlayer(), static_cast<QWidget*>(m_recipe)})
    columns->addWidget(part);
  const int letter = fontMetrics().averageCharWidth();
  card->setMinimumWidth(letter * 30);
  m_recipe->setMinimumWidth(letter * 28);
  columns->setWidths({letter * 64, letter * 84, letter * 38});
  columns->setStretchFactor(0, 5);
  columns->setStretchFactor(1, 6);
  // Everything stays visible: the pictures use the available height.
  columns->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  return columns;
}

QWidget* GalleryPage::makePlayer() {
  m_exportBar = new ExportBar;
  connect(m_exportBar, &ExportBar::busyChanged, this, &GalleryPage::updateCommands);
  auto* const right = new QWidget;
  auto* const column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* const row = new CommandRow;
  for (QAction* const action : m_compare->modeActions()) row->add(action);
  row->addLine();
  for (QAction* const action : {m_setA, m_resetA}) row->add(action);
  column->addWidget(row);
  column->addWidget(m_compare, 1);
  column->addWidget(m_exportBar);
  connect(m_compare, &ComparePlayer::modeChanged, this, &GalleryPage::updateCommands);
  return right;
}

void GalleryPage::openClip(const QString& runFolder, const QString& clip) {
  m_wantedRun = QDir::cleanPath(runFolder);
  m_wantedClip = clip.isEmpty() ? QString() : QDir::cleanPath(clip);
  m_wantsNewest = clip.isEmpty();
  m_runs.refresh();
  keepRun();
  if (m_store.run() != nullptr && m_store.folder() == m_folder) showRun();
}

QVariantMap GalleryPage::place() const {
  return {{runKey, m_folder}, {clipKey, m_chosen}};
}

void GalleryPage::setPlace(const QVariantMap& place) {
  m_wantedRun = place.value(runKey).toString();
  m_wantedClip = place.value(clipKey).toString();
  keepRun();
}

void GalleryPage::takeOver(const Page& other) {
  const auto& before = static_cast<const GalleryPage&>(other);
  m_pin = before.m_pin;
  m_compare->setMode(before.m_compare->mode());
  m_compare->viewB()->setDivider(before.m_compare->viewB()->divider());
  showClip();
}

void GalleryPage::keepRun() {
  const std::vector<RunRow>& runs = m_runs.runs();
  const auto isThere = [this](const QString& folder) {
    return m_runs.run(folder) != nullptr || m_store.isGrid(folder);
  };
  if (isThere(m_wantedRun)) m_folder = std::exchange(m_wantedRun, QString());
  if (!isThere(m_folder)) m_folder = runs.empty() ? QString() : runs.front().folder;
  fillRunBox();
  readRun();
}

void GalleryPage::fillRunBox() {
  const RunListModel& runs = m_runs;
  const auto cell = [&](int row, int column) { return runs.index(row, column).data().toString(); };
  std::vector<LiveComboBox::Entry> entries;
  for (int row = 0; row < runs.rowCount(); ++row) {
    entries.push_back({QStringLiteral("%1 · %2 · %3")
                           .arg(cell(row, RunListModel::NameColumn), cell(row, RunListModel::StateColumn),
                                cell(row, RunListModel::DateColumn)),
                       runs.runs()[static_cast<size_t>(row)].folder});
  }
  for (const ListedGrid& grid : m_store.grids())
    entries.push_back(
        {tr("Checkpoints · %1 · %2")
             .arg(grid.prompt.left(gridLetters),
                  QLocale().toString(QDateTime::fromMSecsSinceEpoch(grid.createdMs), QLocale::ShortFormat)),
         grid.folder});
  m_runBox->offer(std::move(entries), m_folder);
}

void GalleryPage::readRun() {
  // Loads nothing before the page is first shown.
  if (isVisible()) m_store.setRun(m_folder);
  showState();
}

void GalleryPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  readRun();
}

void GalleryPage::showRun() {
  const QPoint place(m_grid->horizontalScrollBar()->value(), m_grid->verticalScrollBar()->value());
  const auto goBack = [&] {
    m_grid->horizontalScrollBar()->setValue(place.x());
    m_grid->verticalScrollBar()->setValue(place.y());
  };
  const bool isInView = m_grid->viewport()->rect().contains(m_grid->visualRect(m_grid->currentIndex()));
  {
    const QSignalBlocker quiet(m_grid->selectionModel());
    m_matrix.setRun(m_store.shared());
  }
  goBack();
  const GalleryRun* const run = m_store.run();
  if (run != nullptr && !run->clips.empty()) {
    const bool isWantedHere = run->clip(m_wantedClip) != nullptr;
    if (isWantedHere) {
      choose(std::exchange(m_wantedClip, QString()));
    } else if (std::exchange(m_wantsNewest, false) || run->clip(m_chosen) == nullptr) {
      choose(m_matrix.clip(m_matrix.index(m_matrix.rowCount() - 1, 0)) != nullptr
                 ? m_matrix.clip(m_matrix.index(m_matrix.rowCount() - 1, 0))->path
                 : run->clips.back().path);
    } else {
      choose(m_chosen);
      if (!isInView) goBack();  // keeps a position the user scrolled to
    }
  }
  showClip();
  showState();
}

void GalleryPage::choose(const QString& path) {
  const QModelIndex index = m_matrix.indexOf(path);
  if (!index.isValid()) return;
  m_grid->setCurrentIndex(index);
  m_grid->scrollTo(index);
}

const GalleryClip* GalleryPage::chosenClip() const {
  return m_matrix.clip(m_grid->currentIndex());
}

std::optional<GalleryClip> GalleryPage::standardFor(const GalleryClip& clip) const {
  const auto sharesPrompt = [&](const GalleryClip& each) {
    return each.prompt == clip.prompt && each.seed == clip.seed;
  };
  if (m_pin) {
    const auto found = std::ranges::find_if(m_pin->run->clips, [&](const GalleryClip& each) {
      return each.step == m_pin->clip.step && sharesPrompt(each);
    });
    // For another prompt of the same step, compare with exactly the clip that was set.
    const bool isItself = found == m_pin->run->clips.end() || found->path == clip.path;
    return isItself ? m_pin->clip : *found;
  }
  // Clips are in step order: the first one is from before training, if there is one.
  const auto first = std::ranges::find(m_store.run()->clips, clip.name, &GalleryClip::name);
  return *first;
}

QString GalleryPage::standardNote(const GalleryClip& standard, const GalleryClip& clip) const {
  QString note = rowText(m_pin ? *m_pin->run : *m_store.run(), standard.step);
  if (m_pin && m_pin->run->folder != m_folder) note = tr("%1, %2").arg(m_pin->run->name, note);
  return standard.prompt == clip.prompt ? note : tr("%1: %2").arg(note, standard.prompt);
}

void GalleryPage::showClip() {
  const GalleryClip* const clip = chosenClip();
  m_standard.reset();
  if (clip != nullptr) {
    m_chosen = clip->path;
    m_standard = standardFor(*clip);
    const ComparePlayer::Side a{m_standard->isThere() ? m_standard->path : QString(),
                                standardNote(*m_standard, *clip)};
    if (clip->isThere()) {
      m_compare->setSides(a, {clip->path, rowText(*m_store.run(), clip->step)});
    } else {
      m_compare->close(tr("The file of this clip is missing."));
    }
  } else {
    m_compare->close(m_matrix.rowCount() > 0 ? tr("No clip of this prompt at this step.") : QString());
  }
  m_recipe->setClip(m_store.shared(), clip);
  m_matrix.setStandard(m_standard ? m_standard->path : QString());
  updateCommands();
}

void GalleryPage::showState() {
  const bool isOpen = m_session.isOpen();
  const bool hasRun = isOpen && !m_folder.isEmpty();
  m_noProject->setVisible(!isOpen);
  m_noRun->setVisible(isOpen && !hasRun);
  m_body->setVisible(hasRun);
  const GalleryRun* const run = m_store.run();
  const bool hasNone = run != nullptr && run->clips.empty() && !run->isGrid();
  m_noClips->setVisible(hasNone);
  m_clips->setVisible(!hasNone);
  if (hasNone) m_noClips->setSentence(whyNoClips(run->settings));
  const bool hasBefore = run == nullptr || run->steps.empty() || run->steps.front() == 0 || run->isGrid();
  m_noBefore->setVisible(!hasBefore);
  if (!hasBefore)
    m_noBefore->setText(
        tr("This run made no clips before training, so A is its first clip. Turn on “Validate before "
           "training” in a new run's settings to get them."));
  updateCommands();
}

void GalleryPage::updateCommands() {
  const GalleryClip* const clip = chosenClip();
  const bool isThere = clip != nullptr && clip->isThere();
  const bool isFree = !m_exportBar->isBusy();
  m_setA->setEnabled(isThere);
  m_resetA->setEnabled(m_pin.has_value());
  m_export->setEnabled(isThere && isFree);
  m_exportBoth->setEnabled(isThere && isFree && m_standard && m_standard->isThere() &&
                           m_standard->path != clip->path);
  m_exportSheet->setEnabled(m_matrix.rowCount() > 0 && isFree);
  const GalleryRun* const shown = m_store.run();
  m_makeGrid->setEnabled(isThere && !m_session.read_only_reason() && shown != nullptr && shown->isLora() &&
                         !shown->isGrid() && shown->hasLoras() && m_recipe->generation() &&
                         m_bridge.hasKind(engine_api::GenerateRequest::kind));
  const RunRow* const run = m_runs.run(m_folder);
  const JobRow* const job = run != nullptr ? jobOf(*run, m_jobs) : nullptr;
  m_validate->setEnabled(job != nullptr && job->state == JobState::running &&
                         m_bridge.understands(job->kind, Verb::validate_now));
}

void GalleryPage::askForGrid() {
  const GalleryRun& run = *m_store.run();
  GridDialog dialog(run.folder, *m_recipe->generation(), keptLoras(run.folder), window());
  if (dialog.exec() == QDialog::Accepted) m_store.makeGrid(dialog.grid());
}

void GalleryPage::queueGrid(const CheckpointGrid& grid, const QString& folder) {
  m_wantedRun = folder;  // once it is listed
  const QString prompt = QString::fromStdString(grid.clip.prompt).simplified().left(gridLetters);
  for (size_t place = 0; const engine_api::GenerateRequest& clip : clipsOf(grid, folder)) {
    const QString name = QStringLiteral("%1/%2 · %3").arg(++place).arg(grid.size()).arg(prompt);
    if (m_bridge.submit(job_of(clip, name.toStdString())) == 0) return;
  }
}

void GalleryPage::validateNow() {
  if (const RunRow* const run = m_runs.run(m_folder)) m_bridge.send(Verb::validate_now, run->job);
}

QString GalleryPage::emptyText() const {
  for (const EmptyState* const empty : {m_noProject, m_noRun, m_noClips}) {
    if (!empty->isHidden()) return empty->sentence();
  }
  return m_noBefore->isHidden() ? QString() : m_noBefore->text();
}

}  // namespace fw::ui
