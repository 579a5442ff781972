// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/preset_list.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "run/run_file.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/train/preset_button.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/row_menu.h"

namespace fw::ui {

namespace {

constexpr double bytesOfGib = 1024.0 * 1024 * 1024;

/// The largest preset of a training type that fits the card.
bool isLargestOf(const run::Preset& preset, const std::vector<run::Preset>& all, double cardGib) {
  if (!run::fits_card(preset, cardGib)) return false;
  return std::ranges::none_of(all, [&](const run::Preset& other) {
    return other.settings.training_type == preset.settings.training_type && run::fits_card(other, cardGib) &&
           other.vram_gib > preset.vram_gib;
  });
}

}  // namespace

PresetList::PresetList(QWidget* parent)
    : QWidget(parent),
      m_empty(new QLabel),
      m_grid(new QGridLayout),
      m_all(named(new QPushButton, tr("All presets"))) {
  m_grid->setSpacing(10);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  m_empty->setWordWrap(true);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_empty);
  column->addLayout(m_grid);
  column->addWidget(m_all, 0, Qt::AlignLeft);
  kept(m_all, "train.presets")->setCheckable(true);
  connect(m_all, &QPushButton::toggled, this, &PresetList::arrange);
  fill();
}

/// All presets are for one model, so its name is left out.
QString PresetList::nameOf(const run::Preset& preset) {
  if (preset.is_own) return QString::fromStdString(preset.name);
  const QString kind =
      preset.settings.training_type == run::TrainingType::sft ? tr("Full fine-tune") : tr("LoRA");
  if (preset.vram_gib <= 0) return tr("%1, small model").arg(kind);
  const QString name = tr("%1, %2 GB").arg(kind, QLocale().toString(preset.vram_gib, 'g', 4));
  const auto quantization = preset.settings.quantization;
  if (quantization == catalog::Quantization::none) return name;
  return name + comma() + QString::fromStdString(std::string(name_of(quantization)));
}

QString PresetList::keptBuckets(const run::Preset& preset, const std::set<catalog::Bucket>& buckets) {
  if (!run::leaves_buckets_out(preset, buckets)) return {};
  QStringList kept, made;
  for (const catalog::Bucket& bucket : buckets) kept << QString::fromStdString(to_string(bucket));
  for (const std::string& bucket : preset.settings.video_resolution_buckets)
    made << QString::fromStdString(bucket);
  return tr("The dataset's buckets stay: %1. The preset is made for %2.")
      .arg(kept.join(comma()), made.join(comma()));
}

void PresetList::showFor(const catalog::ModelSpec* model, uint64_t memoryBytes) {
  const double gib = static_cast<double>(memoryBytes) / bytesOfGib;
  const auto wanted = model != nullptr ? std::optional(*model) : std::nullopt;
  if (wanted == m_model && gib == m_cardGib) return;
  m_model = wanted;
  m_cardGib = gib;
  fill();
}

void PresetList::setOwn(std::vector<run::Preset> presets) {
  m_own = std::move(presets);
  fill();
}

void PresetList::fill() {
  qDeleteAll(m_buttons);
  m_buttons.clear();
  m_shown.clear();
  const auto suitsModel = [this](const run::Preset& preset) {
    return m_model && run::suits(preset, *m_model);
  };
  std::ranges::copy_if(m_own, std::back_inserter(m_shown), suitsModel);
  std::ranges::copy_if(run::shipped_presets(), std::back_inserter(m_shown), suitsModel);
  std::ranges::stable_sort(m_shown, {}, [](const run::Preset& preset) {
    return std::tuple(!preset.is_own, preset.settings.training_type, preset.vram_gib);
  });
  const std::vector<run::Preset> all = m_shown;
  const auto suitsCard = [&](const run::Preset& preset) { return isLargestOf(preset, all, m_cardGib); };
  std::ranges::stable_partition(m_shown, suitsCard);
  for (const run::Preset& preset : m_shown) {
    auto* const button = new PresetButton(preset, nameOf(preset), suitsCard(preset), this);
    connect(button, &QAbstractButton::clicked, this, [this, preset] { Q_EMIT chosen(preset); });
    addMenu(*button, preset);
    m_buttons.push_back(button);
  }
  m_empty->setVisible(m_shown.empty());
  m_empty->setText(
      m_model ? tr("No preset was planned for this model. Save your settings as one to use them again.")
              : tr("Choose a model folder to see the presets for its model."));
  arrange();
}

void PresetList::addMenu(PresetButton& button, const run::Preset& preset) {
  const auto add = [&](const char* name, const char* sign, const QString& text, auto does) {
    auto* const action = new QAction(icon(sign), text, &button);
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, does);
    button.addAction(action);
  };
  offerActions(button);
  const QString name = nameOf(preset);
  add("preset.changes", "compare", tr("Show &changes…"),
      [this, preset, name] { Q_EMIT changesRequested(preset, name); });
  add("preset.copy", "copy", tr("Sa&ve a copy…"),
      [this, preset, name] { Q_EMIT copyRequested(preset, name); });
  if (!preset.is_own) return;
  const QString id = QString::fromStdString(preset.id);
  add("preset.rename", "rename", tr("Re&name…"), [this, id] { Q_EMIT renameRequested(id); });
  add("preset.replace", "save", tr("&Replace with these settings…"),
      [this, id] { Q_EMIT replaceRequested(id); });
  add("preset.delete", "trash", tr("&Delete…"), [this, id] { Q_EMIT deleteRequested(id); });
}

void PresetList::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Queued: showing a button lays out the whole page, whose layout may be in progress.
  if (columnCount() != m_columns) QMetaObject::invokeMethod(this, &PresetList::arrange, Qt::QueuedConnection);
}

int PresetList::columnCount() const {
  const int cardWidth = fontMetrics().averageCharWidth() * 30;
  return std::max(1, width() / (cardWidth + m_grid->spacing()));
}

void PresetList::arrange() {
  m_columns = columnCount();
  const auto total = static_cast<int>(m_buttons.size());
  int place = 0;
  for (int i = 0; i < total; ++i) {
    PresetButton* const button = m_buttons[static_cast<size_t>(i)];
    const bool isShown = m_all->isChecked() || i < m_columns || button->isUsed();
    m_grid->removeWidget(button);
    if (isShown) m_grid->addWidget(button, place / m_columns, place % m_columns);
    button->setVisible(isShown);
    place += isShown ? 1 : 0;
  }
  m_all->setText(m_all->isChecked() ? tr("Fewer presets") : tr("All %n presets", nullptr, total));
  m_all->setAccessibleName(m_all->text());
  m_all->setVisible(total > m_columns);
}

const run::Preset* PresetList::find(const std::string& id) const {
  const auto found = std::ranges::find(m_shown, id, &run::Preset::id);
  return found == m_shown.end() ? nullptr : &*found;
}

const run::Preset* PresetList::markUsed(const run::RunSettings& run, const std::string& preferred) {
  const std::set<std::string> keys = run::preset_keys(m_own);
  const auto follows = [&](const run::Preset& preset) {
    const run::RunFile given = run::parse_run_file(preset.text, preset.id, run::Extent::preset);
    return std::ranges::all_of(run::settings(), [&](const catalog::Setting& setting) {
      const std::string key(setting.key);
      const bool counts = given.given.contains(key) || keys.contains(key);
      // Ignores shapes if the dataset has others.
      return !counts || setting.meaning == catalog::Meaning::bucket ||
             value_of(given.settings, setting) == value_of(run, setting);
    });
  };
  const auto isUsed = std::ranges::find_if(
      m_shown, [&](const run::Preset& preset) { return preset.id == preferred && follows(preset); });
  const auto used = isUsed != m_shown.end() ? isUsed : std::ranges::find_if(m_shown, follows);
  for (size_t i = 0; i < m_buttons.size(); ++i)
    m_buttons[i]->setUsed(used != m_shown.end() && m_shown[i].id == used->id);
  if (!m_all->isChecked()) arrange();
  return used == m_shown.end() ? nullptr : &*used;
}

}  // namespace fw::ui
