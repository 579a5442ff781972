// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/download_dialog.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QStandardItemModel>
#include <algorithm>
#include <array>

#include "catalog/catalog.h"
#include "run/preset.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"

namespace fw::ui {

namespace {

constexpr double bytesOfGib = 1024.0 * 1024 * 1024;

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString gibText(double gib) {
  return DownloadDialog::tr("%1 GiB").arg(QLocale().toString(gib, 'f', gib < 10 ? 1 : 0));
}

QString clipsText(const catalog::ModelSpec& model) {
  const catalog::Bucket size = model.native_size();
  return DownloadDialog::tr("%1×%2, %3 frames").arg(size.width).arg(size.height).arg(size.frames);
}

/// The least memory of a GPU for which a preset of this kind fits; 0: none does.
double leastCard(std::string_view model, run::TrainingType training) {
  double least = 0;
  for (const run::Preset& preset : run::shipped_presets()) {
    const bool isFor = preset.model == model && preset.settings.training_type == training && preset.fits;
    if (isFor && preset.vram_gib > 0 && (least == 0 || preset.vram_gib < least)) least = preset.vram_gib;
  }
  return least;
}

bool fits(std::string_view model, run::TrainingType training, double cardGib) {
  return std::ranges::any_of(run::shipped_presets(), [&](const run::Preset& preset) {
    return preset.model == model && preset.settings.training_type == training &&
           run::fits_card(preset, cardGib);
  });
}

QString verdictOf(std::string_view model, double cardGib) {
  using enum run::TrainingType;
  const double least = leastCard(model, lora);
  if (least == 0) return DownloadDialog::tr("No preset");
  if (cardGib == 0 || !fits(model, lora, cardGib))
    return DownloadDialog::tr("Needs a GPU of %1 GB").arg(QLocale().toString(least, 'g', 4));
  return fits(model, sft, cardGib) ? DownloadDialog::tr("LoRA and full fine-tune")
                                   : DownloadDialog::tr("LoRA");
}

}  // namespace

DownloadDialog::DownloadDialog(uint64_t gpuBytes, QWidget* parent)
    : QDialog(parent),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("downloads"), tr("Published models"), tr("No models."))),
      m_terms(new QLabel),
      m_accepts(new QCheckBox(tr("I &accept the terms of the licence"))),
      m_folder(named(new QLineEdit, tr("Folder"))),
      m_download(named(new QPushButton(icon("download"), tr("&Download")), tr("Download"))) {
  setObjectName(QStringLiteral("downloadDialog"));
  setWindowTitle(tr("Download a model"));
  setGuidePage(*this, QStringLiteral("models.md"));
  m_terms->setWordWrap(true);
  m_terms->setTextInteractionFlags(Qt::TextBrowserInteraction);
  m_terms->setOpenExternalLinks(true);
  m_folder->setPlaceholderText(tr("The cache that other programs share"));
  auto* const choose = named(new QPushButton(icon("folder"), tr("Choose…")), tr("Choose a folder"));
  choose->setAutoDefault(false);
  auto* const place = new QHBoxLayout;
  place->addWidget(m_folder, 1);
  place->addWidget(choose);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  auto* const placeLabel = new QLabel(tr("&Folder"));
  placeLabel->setBuddy(m_folder);
  form->addRow(placeLabel, place);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_download, QDialogButtonBox::AcceptRole);
  m_download->setDefault(true);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(m_table, 1);
  column->addWidget(m_terms);
  column->addWidget(m_accepts);
  column->addLayout(form);
  column->addWidget(buttons);
  fill(gpuBytes);
  connect(choose, &QPushButton::clicked, this, &DownloadDialog::chooseFolder);
  connect(m_accepts, &QCheckBox::toggled, this, &DownloadDialog::update);
  connect(m_folder, &QLineEdit::textChanged, this, &DownloadDialog::update);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &DownloadDialog::showChoice);
  m_table->setCurrentIndex(m_rows->index(0, 0));
  resize(fontMetrics().averageCharWidth() * 160, fontMetrics().height() * 34);
}

void DownloadDialog::fill(uint64_t gpuBytes) {
  m_rows->setHorizontalHeaderLabels(
      {tr("Model"), tr("Made for"), tr("Download"), tr("Licence"), tr("This GPU can train")});
  for (const catalog::Download& download : catalog::downloads()) {
    const catalog::ModelSpec& model = *catalog::find_model(download.model);
    const QString licence = textOf(download.licence.name);
    const QStringList texts{
        textOf(model.rules.model), clipsText(model),
        tr("from %1").arg(gibText(2.0 * static_cast<double>(download.parameters) / bytesOfGib)),
        licence.isEmpty() ? tr("On its page") : licence,
        verdictOf(download.model, static_cast<double>(gpuBytes) / bytesOfGib)};
    QList<QStandardItem*> row;
    for (const QString& text : texts) {
      row << new QStandardItem(text);
      row.back()->setEditable(false);
    }
    m_rows->appendRow(row);
  }
  m_table->setModel(m_rows);
  constexpr std::array letters{0, 28, 18, 36, 28};
  constexpr int leastLetters = 24;
  const int letter = fontMetrics().averageCharWidth();
  QHeaderView* const header = m_table->header();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  for (size_t i = 1; i < letters.size(); ++i) header->resizeSection(static_cast<int>(i), letter * letters[i]);
  m_table->setHiddenFirst({1, 3, 2}, leastLetters);
  m_table->setMinimumWidth(letter * (leastLetters + letters.back() + 8));
}

const catalog::Download* DownloadDialog::chosen() const {
  const int row = m_table->currentIndex().row();
  return row < 0 ? nullptr : &catalog::downloads()[static_cast<size_t>(row)];
}

void DownloadDialog::showChoice() {
  const catalog::Download* const download = chosen();
  if (download == nullptr) return;
  const catalog::Licence& licence = download->licence;
  const QString address = licence.address.empty() ? QString::fromStdString(workflow::page_of(*download, {}))
                                                  : textOf(licence.address);
  const QString name = licence.name.empty() ? tr("The licence is on the model's page") : textOf(licence.name);
  QString text = QStringLiteral("<a href=\"%1\">%2</a>.").arg(address.toHtmlEscaped(), name.toHtmlEscaped());
  if (!licence.limits.empty())
    text += QLatin1Char(' ') + QCoreApplication::translate("licences", licence.limits.data()).toHtmlEscaped();
  if (licence.is_free) text += QLatin1Char(' ') + tr("It permits any use.");
  if (download->repositories.size() > 1)
    text += QLatin1Char(' ') + tr("The model consists of %n downloads, which must be in one folder.", nullptr,
                                  static_cast<int>(download->repositories.size()));
  m_terms->setText(text);
  // Accepted for one model, not for the next.
  m_accepts->setVisible(!licence.is_free);
  m_accepts->setChecked(licence.is_free);
  update();
}

void DownloadDialog::update() {
  const catalog::Download* const download = chosen();
  const bool hasPlace =
      download != nullptr && (download->repositories.size() == 1 || !m_folder->text().trimmed().isEmpty());
  m_download->setEnabled(hasPlace && m_accepts->isChecked());
}

void DownloadDialog::chooseFolder() {
  const QString folder = askForFolder(this, tr("Choose a folder for the model"), QStringLiteral("models"));
  if (!folder.isEmpty()) m_folder->setText(folder);
}

workflow::ModelFetchRequest DownloadDialog::request() const {
  return {.model = std::string(chosen()->model),
          .folder = toPath(m_folder->text().trimmed()),
          .licence_accepted = true};
}

QString DownloadDialog::modelName() const {
  return textOf(catalog::find_model(chosen()->model)->rules.model);
}

}  // namespace fw::ui
