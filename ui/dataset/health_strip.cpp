// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/health_strip.h"

#include <QButtonGroup>
#include <QEvent>
#include <QLocale>
#include <QToolButton>
#include <set>

#include "project/clips.h"
#include "project/relink.h"
#include "ui/dataset/caption_tokens.h"
#include "ui/dataset/dataset_settings.h"
#include "ui/state/clip_store.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

project::ClipFilter parsed(const std::string& text) {
  return std::get<project::ClipFilter>(project::ClipFilter::parse(text));
}

/// Formatted for the filter, independent of the locale's decimal point.
std::string number(double value) {
  return QByteArray::number(value, 'g', 9).toStdString();
}

/// Frame rates this close show the same motion.
constexpr double rateTolerance = 0.02;

std::string tooShort(const DatasetSettings& settings, int64_t leastFrames) {
  if (settings.fps <= 0) return "is:video frames<" + std::to_string(leastFrames);
  return "is:video seconds<=" + number(static_cast<double>(leastFrames - 1) / settings.fps);
}

/// A filter for clips whose motion would be faster or slower than the model's; with resampling, for clips
/// whose frames would be repeated.
std::string wrongRate(const DatasetSettings& settings) {
  if (settings.fps > 0) return "is:video fps<" + number(settings.fps * (1 - rateTolerance));
  const double fps = settings.model.rules.fps;
  return "is:video -fps:" + number(fps * (1 - rateTolerance)) + ".." + number(fps * (1 + rateTolerance));
}

qint64 countMissing(const project::Project& project, const std::stop_token& stop) {
  std::set<int64_t> gone;
  for (const project::MissingSource& source : missing_sources(project)) gone.insert(source.source_id);
  qint64 clips = 0;
  if (gone.empty()) return clips;
  visit_clips(project, project::ClipFilter(), [&](const project::ClipRow& row) {
    if (stop.stop_requested()) throw Cancelled();
    if (gone.contains(row.source.id)) ++clips;
  });
  return clips;
}

}  // namespace

/// The counts, and their filters.
struct HealthStrip::Health {
  project::TokenCounts tokens{};
  std::vector<qint64> counts = std::vector<qint64>(KindCount, -1);
  std::vector<project::ClipFilter> filters = std::vector<project::ClipFilter>(KindCount);
};

HealthStrip::HealthStrip(ClipStore& store, QWidget* parent)
    : FlowRow(parent),
      m_store(store),
      m_tokens(std::make_shared<CaptionTokens>()),
      m_group(new QButtonGroup(this)),
      m_counts(KindCount, -1),
      m_filters(KindCount) {
  named(this, tr("Clip health"));
  for (int kind = 0; kind < KindCount; ++kind) {
    auto* const button = new QToolButton;
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    m_group->addButton(button, kind);
    m_buttons.push_back(button);
    add(button);
  }
  m_buttons[AllClips]->setChecked(true);
  connect(m_group, &QButtonGroup::idClicked, this, [this](int kind) { choose(static_cast<Kind>(kind)); });
  connect(&m_store, &ClipStore::failed, this, [this] { m_isCounting = false; });
  connect(&m_store, &ClipStore::opened, this, [this] {
    m_isCounting = false;  // the store has dropped the previous project's requests
    m_counts.assign(KindCount, -1);
    showCounts();
    choose(AllClips);
    recount();
  });
  connect(&m_store, &ClipStore::changed, this, &HealthStrip::recount);
  showCounts();
  recount();
}

void HealthStrip::choose(Kind kind) {
  m_buttons[kind]->setChecked(true);
  if (m_chosen == kind) return;
  m_chosen = kind;
  Q_EMIT chosenChanged();
}

void HealthStrip::showEvent(QShowEvent* event) {
  FlowRow::showEvent(event);
  window()->installEventFilter(this);
  recount();
}

/// Recounts when the user returns from other programs, which may have moved files.
bool HealthStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::WindowActivate && isVisible()) recount();
  return FlowRow::eventFilter(watched, event);
}

void HealthStrip::recount() {
  m_countAgain = m_isCounting;
  if (m_isCounting || !m_store.isOpen()) return;
  m_isCounting = true;
  m_store.readAll(
      [tokens = m_tokens](const project::Project& project, const std::stop_token& stop) {
        const DatasetSettings settings = DatasetSettings::read(project);
        Health health;
        health.filters[NoCaption] = parsed("is:uncaptioned");
        health.filters[TooShort] = parsed(tooShort(settings, settings.leastFrames(project)));
        health.filters[WrongRate] = parsed(wrongRate(settings));
        health.filters[Damaged] = parsed("is:damaged");
        health.filters[Duplicate] = parsed("is:duplicate");
        health.filters[TooLong] = parsed("is:long");
        health.filters[NotScanned] = parsed("-is:measured");
        for (size_t kind = 0; kind < KindCount; ++kind) {
          if (stop.stop_requested()) throw Cancelled();
          health.counts[kind] =
              kind == Missing ? countMissing(project, stop) : count_clips(project, health.filters[kind]);
        }
        // None were found because the search was skipped.
        if (health.counts[Duplicate] == 0 && health.counts[AllClips] > ClipStore::mostCompared)
          health.counts[Duplicate] = -1;
        health.tokens = tokens->count(project, stop);
        return health;
      },
      [this](const Health& health) { take(health); });
}

void HealthStrip::setRefused(bool hasRefused) {
  if (std::exchange(m_hasRefused, hasRefused) != hasRefused) showCounts();
}

void HealthStrip::take(const Health& health) {
  m_isCounting = false;
  m_counts = health.counts;
  const bool isOther = m_filters[m_chosen] != health.filters[m_chosen];
  m_filters = health.filters;
  showCounts();
  if (isOther) Q_EMIT chosenChanged();
  Q_EMIT counted();
  // Stores the counts for the next time.
  if (health.tokens.is_news() && m_store.canEdit())
    m_store.edit([tokens = health.tokens](project::Project& project) { keep_token_counts(project, tokens); });
  if (m_countAgain) recount();
}

void HealthStrip::showCounts() {
  const QString titles[KindCount] = {tr("All"),       tr("No caption"),   tr("Too short"),
                                     tr("Wrong fps"), tr("Damaged"),      tr("File missing"),
                                     tr("Duplicate"), tr("Long caption"), tr("Not scanned")};
  const QString help[KindCount] = {
      tr("All clips of the project."),
      tr("Clips without a caption."),
      tr("Videos with fewer frames than the smallest bucket or the model needs."),
      tr("Videos whose motion would look too fast or too slow to the model. Set a frame rate to resample "
         "them."),
      !m_hasRefused
          ? tr("Clips from files that can only be decoded in part.")
          : tr("Clips from files that can only be decoded in part. Files that were refused are under "
               "“Import problems”."),
      tr("Clips whose file has been moved or deleted."),
      m_counts[Duplicate] < 0 && m_counts[AllClips] > ClipStore::mostCompared
          ? tr("Duplicates are searched for in up to %1 clips only.")
                .arg(QLocale().toString(qint64{ClipStore::mostCompared}))
          : tr("Clips that look like another clip."),
      tr("Captions with more tokens than one of the model's text encoders reads; it ignores the rest."),
      tr("Clips that were cut since they were scanned: filters by brightness, motion and the like, and the "
         "search "
         "for duplicates, leave them out. “Scan clips” measures them.")};
  for (int kind = 0; kind < KindCount; ++kind) {
    const qint64 count = m_counts[static_cast<size_t>(kind)];
    QToolButton* const button = m_buttons[static_cast<size_t>(kind)];
    const QString number = count < 0 ? QStringLiteral("–") : QLocale().toString(count);
    button->setText(titles[kind] + QStringLiteral("  ") + number);
    button->setToolTip(help[kind]);
    named(button, button->text(), help[kind]);
    // Needs a model with a tokenizer, and most captions are short; imports scan their clips.
    if (kind == TooLong || kind == NotScanned) button->setVisible(count > 0 || m_chosen == kind);
    if (kind == AllClips) continue;
    if (count > 0 || (kind == Damaged && m_hasRefused))
      button->setIcon(icon("warning", Tint::warning));
    else  // unknown counts are not shown
      button->setIcon(count < 0 ? QIcon() : icon("ok", Tint::good));
  }
}

}  // namespace fw::ui
