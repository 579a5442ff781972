// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/sample_panel.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QCollator>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/monitor/sample_strip.h"
#include "ui/player/player.h"
#include "ui/player/video_view.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/live_combo_box.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

QToolButton* flatButton(const char* iconName, const QString& text, const QString& help) {
  auto* const button = named(new QToolButton, text, help);
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolTip(help);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

SamplePanel::SamplePanel(StepView& view, ClipStore& store, ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_thumbnails(store),
      m_label(new QLabel),
      m_prompts(named(new LiveComboBox, tr("Prompt of the clips"))),
      m_tools(new QHBoxLayout),
      m_strip(new SampleStrip(view, m_thumbnails)) {
  setObjectName(QStringLiteral("monitorSamples"));
  m_prompts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_prompts->setMinimumContentsLength(10);
  named(m_prompts->view(), m_prompts->accessibleName());
  setBold(*m_label);
  m_tools->addWidget(m_label);
  m_tools->addWidget(m_prompts, 1);
  m_tools->addStretch(0);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(m_strip);
  column->addLayout(m_tools);
  column->addWidget(makePlayer(actions));
  connect(m_prompts, &QComboBox::currentIndexChanged, this, &SamplePanel::showStrip);
  connect(m_prompts, &LiveComboBox::wanted, this, [this] {
    listPrompts();
    showStrip();
  });
  connect(m_strip, &SampleStrip::clipChosen, this, &SamplePanel::play);
  connect(m_strip, &SampleStrip::menuRequested, this, &SamplePanel::showMenu);
  hide();
}

QWidget* SamplePanel::makePlayer(ActionRegistry& actions) {
  m_stage = new QWidget;
  m_player = new Player(actions, QStringLiteral("monitor.player"));
  m_player->view()->setMinimumHeight(fontMetrics().height() * 13);
  connect(m_player, &Player::opened, this, [this] { m_player->play(1); });
  m_title = new WrapLabel;
  auto* const compare =
      flatButton("gallery", tr("Show in Gallery"), tr("Compares this clip with the other ones of the run."));
  connect(compare, &QToolButton::clicked, this, [this] { Q_EMIT clipRequested(m_run, m_played); });
  auto* const close = flatButton("close", tr("Close"), tr("Closes the player."));
  close->setObjectName(QStringLiteral("closeSample"));
  connect(close, &QToolButton::clicked, this, &SamplePanel::closePlayer);
  auto* const head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(compare);
  head->addWidget(close);
  auto* const column = new QVBoxLayout(m_stage);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(head);
  column->addWidget(m_player);
  m_stage->hide();
  return m_stage;
}

void SamplePanel::setClips(const QString& runFolder, const std::vector<RunClip>& clips, Room room) {
  const bool isOther = std::exchange(m_run, runFolder) != runFolder;
  if (isOther) closePlayer();
  setVisible(!clips.empty() || room == Room::always);
  m_label->setText(clips.empty() ? tr("No clips yet") : tr("Clips"));
  m_prompts->setVisible(!clips.empty());
  m_strip->setVisible(!clips.empty());
  if (!isOther && clips == m_clips) return;
  m_clips = clips;
  m_thumbnails.retry();
  listPrompts();
  showStrip();
  const auto wanted = std::ranges::find(m_clips, m_wantedClip, &RunClip::path);
  if (wanted == m_clips.end()) return;
  m_wantedClip.clear();
  open(*wanted);
}

/// Names each prompt by the text of its newest clip, since prompts may change during a run.
void SamplePanel::listPrompts() {
  std::map<QString, const RunClip*> newest;
  std::map<QString, int> seedsOf;
  for (const RunClip& clip : m_clips) newest[clip.name] = &clip;
  for (const auto& [name, clip] : newest) ++seedsOf[clip->prompt];
  QStringList names;
  for (const auto& [name, clip] : newest) names << name;
  QCollator numbers;
  numbers.setNumericMode(true);  // 2-0 before 10-0
  std::ranges::sort(names, numbers);
  const bool isWanted = m_run == m_wantedRun && newest.contains(m_wantedPrompt);
  const QString chosen = isWanted ? std::exchange(m_wantedPrompt, {}) : prompt();
  std::vector<LiveComboBox::Entry> entries;
  for (const QString& name : names) {
    const RunClip& clip = *newest[name];
    const QString prompt = clip.prompt.isEmpty() ? tr("No prompt") : clip.prompt;
    entries.push_back(
        {seedsOf[clip.prompt] < 2 ? prompt : tr("%1 (seed %2)").arg(prompt).arg(clip.seed), name, prompt});
  }
  const bool isThere = newest.contains(chosen);
  m_prompts->offer(std::move(entries), isThere || names.isEmpty() ? chosen : names.front());
}

QString SamplePanel::prompt() const {
  return m_prompts->currentData().toString();
}

void SamplePanel::wantPrompt(const QString& runFolder, const QString& name) {
  m_wantedRun = runFolder;
  m_wantedPrompt = name;
}

void SamplePanel::takeOver(const SamplePanel& other) {
  m_wantedClip = other.m_played.isEmpty() ? other.m_wantedClip : other.m_played;
}

void SamplePanel::showStrip() {
  std::vector<RunClip> shown;
  std::ranges::copy_if(m_clips, std::back_inserter(shown),
                       [&](const RunClip& clip) { return clip.name == prompt(); });
  m_prompts->setToolTip(m_prompts->currentText().toHtmlEscaped());
  m_strip->setClips(std::move(shown));
}

void SamplePanel::open(const RunClip& clip) {
  m_played = clip.path;
  m_strip->setChosen(clip.path);
  m_title->setText(tr("Step %1: %2").arg(QLocale().toString(clip.step, 'f', 0), clip.prompt));
  m_stage->show();
  m_player->open(toPath(clip.path));  // plays once it is open
}

void SamplePanel::play(const RunClip& clip) {
  open(clip);
  m_player->play(1);
  Q_EMIT played();
}

void SamplePanel::showMenu(const RunClip& clip, const QPoint& place) {
  auto* const menu = new QMenu(m_strip);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(icon("play"), tr("&Play"), this, [this, clip] { play(clip); });
  menu->addAction(icon("gallery"), tr("Show in &Gallery"), this,
                  [this, run = m_run, clip] { Q_EMIT clipRequested(run, clip.path); });
  menu->addAction(icon("folder"), tr("Show in &file manager"), this, [clip] { revealInFiles(clip.path); });
  menu->addAction(icon("copy"), tr("&Copy prompt"), this,
                  [clip] { QGuiApplication::clipboard()->setText(clip.prompt); });
  menu->popup(place);
}

void SamplePanel::closePlayer() {
  if (m_stage->isAncestorOf(focusWidget())) m_strip->setFocus();
  m_player->close({});
  m_played.clear();
  m_strip->setChosen({});
  m_stage->hide();
}

}  // namespace fw::ui
