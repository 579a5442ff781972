// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generate_page.h"

#include <QDateTime>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QRandomGenerator>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/paths.h"
#include "engine_api/results.h"
#include "ui/generate/generate_form.h"
#include "ui/generate/history_panel.h"
#include "ui/generate/memory_card.h"
#include "ui/generate/preview_pane.h"
#include "ui/generate/sampling_card.h"
#include "ui/player/player.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/column_area.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/text_bar.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::JobState;

namespace {

const std::string generateKind(engine_api::GenerateRequest::kind);
constexpr int titleLetters = 80;
constexpr int linesBeside = 20;
constexpr int linesBelow = 56;
const QString clipKey = QStringLiteral("clip");
const QString previewSuffix = QStringLiteral(".preview.png");

constexpr ErrorCode no_folder{
    "generate.no_folder", FW_TEXT("errors", "The folder {folder} cannot be created."),
    FW_TEXT("errors", "Free some space, or check that its parent folder is writable.")};

}  // namespace

GeneratePage::GeneratePage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session,
                           Settings& settings, Navigator& navigator, ActionRegistry& actions, QWidget* parent)
    : Page(tr("Generate"), "generate",
           tr("Generate clips from text or a first frame, with a model and its LoRAs."), parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_session(session),
      m_settings(settings),
      m_navigator(navigator) {
  setAcceptDrops(true);
  makeActions(actions);
  auto* const columns = kept(new FoldingSplitter(linesBeside, linesBelow), "generate.columns");
  columns->setObjectName(QStringLiteral("generateColumns"));
  columns->setHandleWidth(14);
  columns->addWidget(makeFormColumn());
  columns->addWidget(makePictureColumn(actions));
  m_history = new HistoryPanel(actions);
  m_history->setMinimumWidth(fontMetrics().averageCharWidth() * 34);
  columns->addWidget(m_history);
  columns->setStretchFactor(0, 3);  // prompts are typed there
  columns->setStretchFactor(1, 4);
  columns->setStretchFactor(2, 1);
  const int letter = fontMetrics().averageCharWidth();
  columns->setWidths({letter * 60, letter * 80, letter * 34});
  // The page uses the available height instead of scrolling.
  columns->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  content()->setSpacing(10);
  content()->addWidget(columns, 1);
  connectAll();
  const QByteArray kept = settings.generateForm();
  if (!kept.isEmpty())
    restore(nlohmann::json::parse(kept.begin(), kept.end(), nullptr, /*allow_exceptions=*/false));
  openFolder();
  m_player->close(tr("The clip appears here while it is generated."));
  m_picture->setCurrentWidget(m_player);
  update();
  showJobs();
}

void GeneratePage::makeActions(ActionRegistry& actions) {
  m_generate = actions.addScoped(this,
                                 {QStringLiteral("generate.run"), tr("&Generate"), "generate",
                                  QKeySequence(QStringLiteral("Ctrl+Return")),
                                  tr("Adds the clip to the queue. It is generated when its turn comes.")},
                                 [this] { generate(); });
  m_seed =
      actions.addScoped(this,
                        {QStringLiteral("generate.lastSeed"), tr("&Last seed"), "seed",
                         QKeySequence(QStringLiteral("Ctrl+R")), tr("Uses the seed of the last clip again.")},
                        [this] { takeLastSeed(); });
  m_cancel = actions.addScoped(
      this,
      {QStringLiteral("generate.cancel"), tr("&Cancel clip"), "cancel",
       QKeySequence(QStringLiteral("Ctrl+Alt+C")),
       tr("Cancels the clip that is being generated, or removes the next one from the queue.")},
      [this] { cancel(); });
  m_follow = actions.addScoped(
      this,
      {QStringLiteral("generate.follow"), tr("Live &preview"), "live",
       QKeySequence(QStringLiteral("Ctrl+Alt+V")), tr("Goes back to the clip that is being generated.")},
      [this] { follow(true); });
  m_decode =
      actions.addScoped(this,
                        {QStringLiteral("generate.decode"), tr("&Decode in tiles"), "grid",
                         QKeySequence(QStringLiteral("Ctrl+D")),
                         tr("Decodes the denoised clip again, in tiles, which needs much less memory.")},
                        [this] { decodeAgain(); });
  m_decode->setEnabled(false);
}

QWidget* GeneratePage::makeFormColumn() {
  m_form = new GenerateForm(m_bridge, m_jobs, m_settings, m_seed);
  auto* const area = kept(new ColumnArea(m_form, tr("Settings of the clip")), "generate.form");
  area->setObjectName(QStringLiteral("generate.form"));
  m_status = new WrapLabel;
  m_status->setForegroundRole(QPalette::PlaceholderText);
  auto* const line = new QHBoxLayout;
  line->setSpacing(10);
  QPushButton* const generate = actionButton(m_generate);
  generate->setDefault(true);  // the page's main action, in the accent colour
  line->addWidget(generate);
  line->addWidget(m_status, 1, Qt::AlignVCenter);

  m_faultNote = new QWidget;
  auto* const faultIcon = new QLabel;
  showIcon(*faultIcon, "error", Tint::bad, 18);
  m_faultText = new WrapLabel;
  auto* const dismiss = named(new QToolButton, tr("Dismiss this message"));
  dismiss->setIcon(icon("close"));
  dismiss->setToolTip(dismiss->accessibleName());
  dismiss->setAutoRaise(true);
  connect(dismiss, &QToolButton::clicked, m_faultNote, &QWidget::hide);
  auto* const fault = new QHBoxLayout(m_faultNote);
  fault->setContentsMargins(0, 0, 0, 0);
  fault->addWidget(faultIcon, 0, Qt::AlignTop);
  auto* const texts = new QVBoxLayout;
  texts->setSpacing(6);
  texts->addWidget(m_faultText);
  m_decodeButton = actionButton(m_decode);
  texts->addWidget(m_decodeButton, 0, Qt::AlignLeft);
  fault->addLayout(texts, 1);
  fault->addWidget(dismiss, 0, Qt::AlignTop);
  m_faultNote->hide();

  auto* const pane = new QWidget;
  auto* const column = new QVBoxLayout(pane);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(area, 1);
  column->addWidget(m_faultNote);
  column->addLayout(line);
  return pane;
}

QWidget* GeneratePage::makePictureColumn(ActionRegistry& actions) {
  m_progress = named(new TextBar, tr("Progress of the clip"));
  m_jobRow = new QWidget;
  auto* const row = new QHBoxLayout(m_jobRow);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_progress, 1);
  m_followButton = actionButton(m_follow);
  row->addWidget(m_followButton);
  row->addWidget(actionButton(m_cancel));
  m_picture = new QStackedWidget;
  m_preview = new PreviewPane;
  m_player = new Player(actions, QStringLiteral("generate.player"));
  m_picture->addWidget(m_preview);
  m_picture->addWidget(m_player);
  auto* const pane = new QWidget;
  auto* const column = new QVBoxLayout(pane);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(m_jobRow);
  column->addWidget(m_picture, 1);
  return pane;
}

void GeneratePage::connectAll() {
  connect(m_form, &GenerateForm::changed, this, [this] {
    m_said.clear();
    // Immediately: another window may open before the delayed save.
    save();
    update();
  });
  connect(&m_form->memory(), &MemoryCard::verdictChanged, this, &GeneratePage::update);
  connect(m_history, &HistoryPanel::playRequested, this, [this](const QString& file) {
    follow(false);
    play(file);
  });
  connect(m_history, &HistoryPanel::selected, this, [this](const QString& file) {
    if (m_player->cache().file().empty()) m_player->open(toPath(file));
  });
  connect(m_history, &HistoryPanel::recipeRequested, this, [this](const engine_api::GenerateRequest& recipe) {
    m_form->setRequest(recipe);
    m_said = tr("The form now holds the clip's recipe.");
    update();
  });
  connect(m_history, &HistoryPanel::removing, this, [this](const QString& file) {
    if (m_player->cache().file() == toPath(file)) m_player->close({});
  });
  ClipHistory& history = m_history->history();
  connect(&history, &ClipHistory::failed, this, [this](const Fault& fault) { showFault({}, fault); });
  connect(&history, &QAbstractItemModel::dataChanged, this, &GeneratePage::update);
  connect(&history, &ClipHistory::listed, this, &GeneratePage::update);
  connect(m_player, &Player::opened, this, [this] {
    if (std::exchange(m_playsWhenOpen, false)) m_player->play(1);
  });
  connect(m_player, &Player::used, this, [this] { follow(showsPreview()); });
  connect(&m_files, &Worker::failed, this, [this](const Fault& fault) { showFault({}, fault); });
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &GeneratePage::update);
  connect(&m_bridge, &EngineBridge::eventsArrived, this, &GeneratePage::readEvents);
  // Queued: the other events of the same batch come first.
  connect(&m_jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    QMetaObject::invokeMethod(
        this, [this, job] { takeEnded(job); }, Qt::QueuedConnection);
  });
  connect(&m_jobs, &JobListModel::summaryChanged, this, &GeneratePage::showJobs);
  connect(&m_session, &ProjectSession::changed, this, &GeneratePage::openFolder);
  connect(&m_navigator, &Navigator::generationRequested, m_form, &GenerateForm::setRequest);
  connect(&m_navigator, &Navigator::weightsRequested, m_form, &GenerateForm::setWeights);
}

/// In the open project, if any, so that its clips are moved and archived with it.
void GeneratePage::openFolder() {
  try {
    m_form->loras().setProject(m_session.folder());
    const QString root = m_session.isOpen() ? m_session.folder() : toText(data_folder());
    m_history->history().setFolder(root + QStringLiteral("/generated"));
    m_history->setReadOnly(m_session.read_only_reason().has_value());
    update();
  } catch (const Error& error) {
    showFault({}, error.fault());
  }
}

void GeneratePage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  m_history->history().refresh();
}

void GeneratePage::dragEnterEvent(QDragEnterEvent* event) {
  m_form->takes(*event->mimeData()) ? event->acceptProposedAction() : event->ignore();
}

void GeneratePage::dropEvent(QDropEvent* event) {
  m_form->take(*event->mimeData());
  event->acceptProposedAction();
}

QString GeneratePage::obstacle() const {
  if (!m_bridge.hasKind(generateKind)) {
    if (m_bridge.engineState() != EngineBridge::State::failed) return tr("Loading the engine…");
    const auto& fault = m_bridge.engineFault();
    return sentences(
        {tr("Clips cannot be generated without the engine."), fault ? faultHint(*fault) : QString()});
  }
  if (m_session.read_only_reason() && !m_session.isGone()) return faultText(*m_session.read_only_reason());
  return m_form->obstacle();
}

void GeneratePage::update() {
  const QString why = obstacle();
  m_generate->setEnabled(why.isEmpty());
  m_seed->setEnabled(lastSeed().has_value());
  // The card that shows it is far down in the form.
  const QString memory = m_form->memory().verdict().section(QLatin1Char('\n'), 0, 0);
  m_status->setText(!why.isEmpty() ? why : !m_said.isEmpty() ? m_said : memory);
}

void GeneratePage::generate() {
  if (!obstacle().isEmpty()) return;
  m_faultNote->hide();
  const QString folder = m_history->history().folder();
  m_files.run(
      [folder](const std::stop_token&) {
        // Creates only this folder, never a deleted project's.
        if (!QDir().exists(folder) && !QDir().mkdir(folder))
          throw Error(no_folder, {{"folder", folder.toStdString()}});
        return folder;
      },
      [this](const QString& made) { queue(made); });
}

void GeneratePage::queue(const QString& folder) {
  const QString base = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
  engine_api::GenerateRequest request = m_form->request();
  request.preview = true;
  request.overwrite = true;  // a job repeated after a crash writes to the name reserved for it
  const int64_t fixed = request.seed;
  int queued = 0;
  for (int i = 0; i < m_form->clips(); ++i) {
    request.seed = fixed >= 0 ? fixed + i : int64_t{QRandomGenerator::system()->generate()};
    request.out =
        toPath(QStringLiteral("%1/%2-%3.mp4").arg(folder, base).arg(i + 1, 2, 10, QLatin1Char('0')));
    if (!submit(request)) break;
    m_lastSeed = request.seed;
    ++queued;
  }
  if (queued == 0) return;
  m_form->rememberModel();
  m_said = tr("%n clips queued.", nullptr, queued);
  follow(true);
  update();
}

bool GeneratePage::submit(const engine_api::GenerateRequest& request) {
  const QString title = QString::fromStdString(request.prompt).simplified().left(titleLetters);
  return m_bridge.submit(job_of(request, title.toStdString())) != 0;
}

std::optional<int64_t> GeneratePage::lastSeed() const {
  if (m_lastSeed) return m_lastSeed;
  const ClipHistory& history = m_history->history();
  const MadeClip* const newest = history.clip(history.index(0));
  if (newest == nullptr || !newest->recipe || newest->recipe->request.seed < 0) return std::nullopt;
  return newest->recipe->request.seed;
}

void GeneratePage::takeLastSeed() {
  if (const auto seed = lastSeed()) m_form->sampling().setSeed(*seed);
}

const JobRow* GeneratePage::currentJob() const {
  for (int row = 0; row < m_jobs.rowCount(); ++row) {
    const JobRow* const job = m_jobs.job(m_jobs.index(row, 0));
    if (job->kind == generateKind && (job->isActive() || job->isWaiting())) return job;
  }
  return nullptr;
}

void GeneratePage::cancel() {
  const JobRow* const job = currentJob();
  if (job != nullptr) CancelQuestion::cancel(window(), m_jobs, m_bridge, job->id);
}

void GeneratePage::readEvents(std::span<const engine_api::Event> events) {
  for (const engine_api::Event& event : events) {
    const JobRow* const job = m_jobs.job(event.job);
    if (job == nullptr || job->kind != generateKind) continue;
    if (const auto* const queued = std::get_if<engine_api::Queued>(&event.body)) {
      read_fields(queued->spec.params, m_requests[event.job], queued->spec.kind, Reading::lenient);
    } else if (const auto* const file = std::get_if<engine_api::FileMade>(&event.body)) {
      if (file->what == engine_api::FileMade::What::latents) m_latents[event.job] = file->path;
    } else if (const auto* const preview = std::get_if<engine_api::PreviewMade>(&event.body)) {
      m_previews[event.job] = toText(preview->path);
      m_preview->show(toText(preview->path), static_cast<int>(preview->width));
      if (m_isFollowing) m_picture->setCurrentWidget(m_preview);
    }
  }
  showJobs();
}

void GeneratePage::takeEnded(const JobRow& job) {
  if (job.kind != generateKind) return;
  const auto request = m_requests.extract(job.id);
  const auto latents = m_latents.extract(job.id);
  QStringList leftovers;
  if (const auto preview = m_previews.extract(job.id); !preview.empty()) {
    leftovers << preview.mapped();
    QString clip = preview.mapped();
    clip.chop(previewSuffix.size());
    // After a failure the latents may still be decoded; after a cancellation nobody needs them.
    if (job.state == JobState::cancelled) leftovers = filesBeside(clip);
  }
  removeFiles(leftovers);
  m_preview->clear({});
  m_said.clear();
  if (job.state == JobState::finished) {
    const QString file = toText(job.result.get<engine_api::GenerateResult>().out);
    m_history->history().refresh();
    if (m_isFollowing) {
      m_history->select(file);
      play(file);
    }
  } else {
    m_undecoded.reset();
    if (job.fault && !latents.empty() && !request.empty()) {
      m_undecoded = request.mapped();
      m_undecoded->latents = latents.mapped();
      m_undecoded->memory.vae_tiling = true;
    }
    if (job.fault) showFault(job.title(), *job.fault);
    if (showsPreview()) m_picture->setCurrentWidget(m_player);
  }
  update();
  showJobs();
}

void GeneratePage::decodeAgain() {
  if (!m_undecoded) return;
  submit(*std::exchange(m_undecoded, std::nullopt));
  m_decode->setEnabled(false);
  m_faultNote->hide();
  follow(true);
}

void GeneratePage::removeFiles(const QStringList& files) {
  m_files.run(
      [files](const std::stop_token&) {
        for (const QString& file : files) QFile::remove(file);
        return 0;
      },
      [](int) {});
}

void GeneratePage::play(const QString& file) {
  m_picture->setCurrentWidget(m_player);
  if (m_player->isOpen() && m_player->cache().file() == toPath(file)) return m_player->play(1);
  m_playsWhenOpen = true;
  m_player->open(toPath(file));
}

void GeneratePage::follow(bool on) {
  m_isFollowing = on;
  if (on && !m_preview->frames().empty()) m_picture->setCurrentWidget(m_preview);
  showJobs();
}

QVariantMap GeneratePage::place() const {
  return {{clipKey, m_history->chosenFile()}};
}

void GeneratePage::setPlace(const QVariantMap& place) {
  m_history->select(place.value(clipKey).toString());
}

bool GeneratePage::showsPreview() const {
  return m_picture->currentWidget() == m_preview;
}

void GeneratePage::showJobs() {
  const JobRow* const job = currentJob();
  m_jobRow->setVisible(job != nullptr);
  m_cancel->setEnabled(job != nullptr);
  m_follow->setEnabled(job != nullptr && !m_previews.empty() && !showsPreview());
  m_followButton->setVisible(m_follow->isEnabled());
  if (job == nullptr) return;
  QString text = stateText(job->state);
  double fraction = 0;
  if (job->isActive() && job->progress) {
    text = progressText(*job->progress);
    if (job->state == JobState::stopping) text = stateText(job->state) + colon() + text;
    if (const QString left = job->timeLeftText(); !left.isEmpty()) text += comma() + left;
    fraction = job->fraction();
  } else if (job->state == JobState::queued) {
    const JobRow* const running = m_jobs.computingJob();
    if (running != nullptr) text += colon() + tr("“%1” runs first").arg(running->title());
  }
  m_progress->showProgress(fraction, text);
}

void GeneratePage::showFault(const QString& what, const Fault& fault) {
  QString text = faultText(fault);
  if (!what.isEmpty()) text = tr("%1: %2").arg(fontMetrics().elidedText(what, Qt::ElideRight, 240), text);
  if (const QString hint = faultHint(fault); !hint.isEmpty()) text += QLatin1Char('\n') + hint;
  m_faultText->setText(text);
  m_decode->setEnabled(m_undecoded.has_value());
  m_decodeButton->setVisible(m_decode->isEnabled());
  m_faultNote->show();
}

QString GeneratePage::status() const {
  return m_status->text();
}

QString GeneratePage::fault() const {
  return m_faultNote->isHidden() ? QString() : m_faultText->text();
}

void GeneratePage::restore(const nlohmann::json& kept) {
  FormState state = m_form->state();
  read_fields(kept, state, "form", Reading::lenient);
  m_form->setState(state);
}

void GeneratePage::save() {
  const std::string text =
      nlohmann::json(m_form->state()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  m_settings.setGenerateForm(QByteArray::fromStdString(text));
}

}  // namespace fw::ui
