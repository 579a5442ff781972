// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/grid_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/state/file_path.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int stepRole = Qt::UserRole;
constexpr int firstChecked = 4;  // of the newest
constexpr double strongest = 4;

/// The distinct numbers in a field, or the first word that is not a number.
template <typename Number>
struct Numbers {
  std::vector<Number> all{};
  QString wrong{};

  void add(const QString& word, Number number, bool isGood) {
    if (!isGood && wrong.isEmpty()) wrong = word;
    if (isGood && std::ranges::find(all, number) == all.end()) all.push_back(number);
  }
};

Numbers<double> strengthsIn(const QLineEdit& field) {
  // A comma followed by a space is a separator; inside a word it may be a decimal point.
  static const QRegularExpression between(QStringLiteral("[\\s;]+|,(?=\\s|$)"));
  const bool isDecimal = QLocale().decimalPoint() == QLatin1String(",");
  Numbers<double> found;
  for (QString word : field.text().split(between, Qt::SkipEmptyParts)) {
    // 0,5 is one number in every language, since no strength is 0.
    if (word.count(QLatin1Char(',')) == 1 && !word.contains(QLatin1Char('.')) &&
        (isDecimal || word.startsWith(QLatin1String("0,"))))
      word.replace(QLatin1Char(','), QLatin1Char('.'));
    for (const QString& part : word.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
      bool good = false;
      const double strength = part.toDouble(&good);
      found.add(part, strength, good && strength > 0 && strength <= strongest);
    }
  }
  return found;
}

Numbers<int64_t> seedsIn(const QLineEdit& field) {
  static const QRegularExpression between(QStringLiteral("[\\s;,]+"));
  Numbers<int64_t> found;
  for (const QString& word : field.text().split(between, Qt::SkipEmptyParts)) {
    bool good = false;
    const int64_t seed = word.toLongLong(&good);
    found.add(word, seed, good && seed >= 0);
  }
  return found;
}

}  // namespace

GridDialog::GridDialog(const QString& runFolder, engine_api::GenerateRequest clip,
                       std::map<qint64, QString> loras, QWidget* parent)
    : QDialog(parent),
      m_runFolder(runFolder),
      m_clip(std::move(clip)),
      m_loras(std::move(loras)),
      m_checkpoints(named(new QListWidget, tr("Checkpoints"))),
      m_strengths(
          named(new QLineEdit(QStringLiteral("1")), tr("Strengths"),
                tr("How strongly each checkpoint counts: numbers above 0, up to 4, separated by spaces."))),
      m_seeds(named(new QLineEdit(QString::number(m_clip.seed)), tr("Seeds"),
                    tr("Whole numbers, separated by spaces: one column for each."))),
      m_without(named(new QCheckBox(tr("&Include the base model")), tr("Include the base model"),
                      tr("Adds one clip per seed without a LoRA, to compare with."))),
      m_says(new WrapLabel) {
  setObjectName(QStringLiteral("gridDialog"));
  setWindowTitle(tr("Compare checkpoints"));
  setGuidePage(*this, QStringLiteral("gallery.md#compare-checkpoints-strengths-and-seeds"));
  auto* const about = new WrapLabel(
      tr("Generates the selected clip again with each checkpoint, strength and seed: “%1”. Everything else "
         "stays the same.")
          .arg(QString::fromStdString(m_clip.prompt).simplified()));
  for (auto lora = m_loras.rbegin(); lora != m_loras.rend(); ++lora) {
    auto* const item = new QListWidgetItem(stepText(lora->first), m_checkpoints);
    item->setData(stepRole, lora->first);
    item->setToolTip(lora->second);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(m_checkpoints->count() <= firstChecked ? Qt::Checked : Qt::Unchecked);
  }
  m_checkpoints->setCurrentRow(0);
  m_without->setChecked(true);
  m_without->setToolTip(m_without->accessibleDescription());
  for (QLineEdit* const field : {m_strengths, m_seeds}) {
    field->setToolTip(field->accessibleDescription());
    connect(field, &QLineEdit::textChanged, this, &GridDialog::update);
  }
  connect(m_without, &QCheckBox::toggled, this, &GridDialog::update);
  connect(m_checkpoints, &QListWidget::itemChanged, this, &GridDialog::update);
  auto* const form = new QFormLayout;
  form->addRow(tr("&Checkpoints"), m_checkpoints);
  form->addRow(tr("&Strengths"), m_strengths);
  form->addRow(tr("S&eeds"), m_seeds);
  form->addRow(QString(), m_without);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_start = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
  m_start->setObjectName(QStringLiteral("queueGrid"));
  m_start->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);  // even if the other is disabled
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(about);
  column->addLayout(form, 1);
  column->addWidget(m_says);
  column->addWidget(buttons);
  m_says->setMinimumHeight(fontMetrics().lineSpacing() * 2);  // so that the form does not move during typing
  update();
  // fitToScreen sets the height that follows from the width.
  resize(fontMetrics().averageCharWidth() * 70, 0);
}

CheckpointGrid GridDialog::grid() const {
  CheckpointGrid grid{.run = toPath(m_runFolder), .clip = m_clip, .rows = {}, .seeds = seedsIn(*m_seeds).all};
  const std::vector<double> strengths = strengthsIn(*m_strengths).all;
  // Ascending steps: the list has the newest first.
  for (int place = m_checkpoints->count() - 1; place >= 0; --place) {
    const QListWidgetItem& item = *m_checkpoints->item(place);
    if (item.checkState() != Qt::Checked) continue;
    const qint64 step = item.data(stepRole).toLongLong();
    for (const double strength : strengths) grid.rows.push_back({toPath(m_loras.at(step)), strength, step});
  }
  if (m_without->isChecked() && !grid.rows.empty())
    grid.rows.insert(grid.rows.begin(), CheckpointGrid::Row{});
  return grid;
}

QString GridDialog::says() const {
  return m_says->text();
}

QString GridDialog::fault() const {
  const Numbers<double> strengths = strengthsIn(*m_strengths);
  const Numbers<int64_t> seeds = seedsIn(*m_seeds);
  const QLocale locale;
  if (!strengths.wrong.isEmpty())
    return tr("“%1” is not a strength. Use numbers above 0, up to %2, such as %3.")
        .arg(strengths.wrong, locale.toString(strongest), locale.toString(0.5) + QStringLiteral("; 1"));
  if (strengths.all.empty()) return tr("Enter at least one strength.");
  if (!seeds.wrong.isEmpty())
    return tr("“%1” is not a seed. Use whole numbers from 0, such as 1, 2, 3.").arg(seeds.wrong);
  if (seeds.all.empty()) return tr("Enter at least one seed.");
  if (checkedCheckpoints() == 0) return tr("Select at least one checkpoint.");
  return {};
}

int GridDialog::checkedCheckpoints() const {
  int count = 0;
  for (int place = 0; place < m_checkpoints->count(); ++place)
    count += m_checkpoints->item(place)->checkState() == Qt::Checked ? 1 : 0;
  return count;
}

/// "2 checkpoints × 3 strengths × 1 seed, and 1 clip of the base model."
QString GridDialog::sumText() const {
  const auto seeds = static_cast<int>(seedsIn(*m_seeds).all.size());
  const auto strengths = static_cast<int>(strengthsIn(*m_strengths).all.size());
  const QString times = QStringLiteral(" × ");
  const QString sum = tr("%n checkpoints", nullptr, checkedCheckpoints()) + times +
                      tr("%n strengths", nullptr, strengths) + times + tr("%n seeds", nullptr, seeds);
  return m_without->isChecked() ? tr("%1, and %n clips of the base model.", nullptr, seeds).arg(sum)
                                : sum + QLatin1Char('.');
}

void GridDialog::update() {
  const QString wrong = fault();
  const auto count = wrong.isEmpty() ? static_cast<int>(grid().size()) : 0;
  m_says->setText(wrong.isEmpty() ? sumText() : wrong);
  m_says->setForegroundRole(wrong.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
  m_start->setEnabled(count > 0);
  m_start->setText(count > 0 ? tr("&Queue %n clips", nullptr, count) : tr("&Queue"));
}

}  // namespace fw::ui
