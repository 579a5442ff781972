// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/library_details.h"

#include <QDateTime>
#include <QDir>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QScrollBar>
#include <QStandardItemModel>

#include "base/paths.h"
#include "ui/models/library_rows.h"
#include "ui/state/fault_text.h"
#include "ui/state/model_facts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

/// Counts in the language's units, whose size is given by the translation.
QString countText(int64_t count) {
  const auto number = static_cast<double>(count);
  const auto in = [number](const QString& size, const QString& text, int digits) {
    const double units = number / std::max(1.0, size.toDouble());
    return text.arg(QLocale().toString(units, 'f', units < 100 ? digits : 0));
  };
  const QString million =
      LibraryDetails::tr("1000000", "how many “%1 million” counts: 10000 where it is “万”");
  const QString billion =
      LibraryDetails::tr("1000000000", "how many “%1 billion” counts: 100000000 for “亿”");
  if (number >= billion.toDouble()) return in(billion, LibraryDetails::tr("%1 billion"), 2);
  if (number >= million.toDouble()) return in(million, LibraryDetails::tr("%1 million"), 1);
  return QLocale().toString(qint64{count});
}

WrapLabel* boldLabel(const QString& text) {
  auto* const label = new WrapLabel(text);
  setBold(*label);
  return label;
}

}  // namespace

LibraryDetails::LibraryDetails(QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
  named(this, tr("Details"));
  showNothing({});
}

void LibraryDetails::showContent(Content content) {
  // Does not disturb a reader while the library is being searched.
  if (m_content != nullptr && content == m_shown) return;
  m_shown = std::move(content);
  m_content = new QWidget;
  m_column = new QVBoxLayout(m_content);
  m_column->setContentsMargins(0, 0, 6, 0);
  m_column->setSpacing(10);
  if (!m_shown.title.isEmpty()) m_column->addWidget(boldLabel(m_shown.title));
  addFacts(m_shown.facts);
  setWidget(m_content);
  m_content->setAutoFillBackground(false);  // the card is behind it
  addFaults(m_shown.faults);
  if (!m_shown.table.rows.isEmpty()) addTable(m_shown.table);
  if (!m_shown.sentence.isEmpty()) {
    auto* const label = new WrapLabel(m_shown.sentence);
    label->setForegroundRole(QPalette::PlaceholderText);
    m_column->addWidget(label);
  }
  m_column->addStretch(1);
}

void LibraryDetails::addFacts(const Facts& facts) {
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(14);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  for (const auto& [name, value] : facts) {
    if (value.isEmpty()) continue;
    auto* const label = new QLabel(name);
    label->setForegroundRole(QPalette::PlaceholderText);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0, Qt::AlignTop);
    grid->addWidget(new WrapLabel(value), row, 1);
  }
  m_column->addLayout(grid);
}

void LibraryDetails::addFaults(const std::vector<Fault>& faults) {
  constexpr size_t most = 30;  // a wrong network lacks thousands of tensors
  for (size_t i = 0; i < std::min(faults.size(), most); ++i) {
    auto* const mark = new QLabel;
    showIcon(*mark, "error", Tint::bad, 18);
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(new WrapLabel(faultText(faults[i])));
    if (const QString hint = faultHint(faults[i]); !hint.isEmpty()) {
      auto* const label = new WrapLabel(hint);
      label->setForegroundRole(QPalette::PlaceholderText);
      texts->addWidget(label);
    }
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(mark, 0, Qt::AlignTop);
    line->addLayout(texts, 1);
    m_column->addLayout(line);
  }
  if (faults.size() > most)
    m_column->addWidget(new WrapLabel(tr("… and %n more.", nullptr, static_cast<int>(faults.size() - most))));
}

void LibraryDetails::addTable(const Table& parts) {
  auto* const table = new FlatTable(QStringLiteral("libraryParts"), parts.name, {});
  auto* const model = new QStandardItemModel(0, static_cast<int>(parts.headers.size()), table);
  model->setHorizontalHeaderLabels(parts.headers);
  for (const QStringList& row : parts.rows) {
    QList<QStandardItem*> items;
    for (const QString& text : row) {
      items << new QStandardItem(text);
      items.last()->setEditable(false);
      items.last()->setToolTip(text);
    }
    model->appendRow(items);
  }
  table->setModel(model);
  table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table->setSelectionMode(QAbstractItemView::NoSelection);
  for (int column = 0; column < model->columnCount(); ++column) table->resizeColumnToContents(column);
  // Elides names only if the columns behind name and state are already hidden.
  const int nameLetters = table->columnWidth(0) / fontMetrics().averageCharWidth() + 1;
  table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->header()->setStretchLastSection(false);
  std::vector<int> figures;
  for (int column = model->columnCount() - 1; column > 1; --column) figures.push_back(column);
  table->setHiddenFirst(figures, nameLetters);
  const int scrollBar = table->horizontalScrollBar()->sizeHint().height();  // in a narrow window
  const int rowHeight = std::max(table->sizeHintForRow(0), fontMetrics().height() + 4);
  table->setFixedHeight(table->header()->sizeHint().height() +
                        rowHeight * static_cast<int>(parts.rows.size()) + 2 * table->frameWidth() + 4 +
                        scrollBar);
  m_column->addWidget(boldLabel(parts.name));
  m_column->addWidget(table);
}

void LibraryDetails::showModel(const LibraryModel& model) {
  const model_files::ModelReport& report = model.report;
  Facts facts;
  if (report.facts) {
    const catalog::ModelSpec& family = *report.facts;
    facts << std::pair(tr("Model"), QString::fromStdString(family.rules.model))
          << std::pair(tr("Task"), tasksText(family))
          << std::pair(tr("Made for"),
                       tr("%1 at %2 fps")
                           .arg(QString::fromStdString(catalog::to_string(family.native_size())),
                                fpsText(family.rules.fps)))
          << std::pair(tr("Prompts"), tr("%n tokens", nullptr, static_cast<int>(family.token_limit())));
  }
  if (const catalog::TransformerSize size = report.transformer(); size.blocks > 0)
    facts << std::pair(tr("Transformer"), tr("%n blocks, width %1", nullptr, static_cast<int>(size.blocks))
                                              .arg(QLocale().toString(qint64{size.width})));
  facts << std::pair(tr("State"), report.sound() ? stateText(model) : QString())
        << std::pair(tr("Folder"), QDir::toNativeSeparators(model.path));
  QList<QStringList> rows;
  for (const model_files::ComponentReport& part : report.components) {
    rows << QStringList{
        QString::fromStdString(part.name), part.faults.empty() ? tr("complete") : tr("incomplete"),
        part.bytes > 0 ? bytesText(part.bytes) : QString(), QString::fromStdString(part.dtypes),
        part.parameters > 0 ? countText(part.parameters) : QString()};
  }
  showContent({.title = model.name,
               .facts = facts,
               .faults = faultsOf(report),
               .table = {tr("Components"),
                         {tr("Component"), tr("State"), tr("Size"), tr("Data type"), tr("Parameters")},
                         rows}});
}

void LibraryDetails::showLora(const LibraryLora& lora, const ModelLibrary& library) {
  const QLocale locale;
  const auto& info = lora.found.info;
  Facts facts;
  if (info) {
    QStringList models;
    for (const LibraryModel* const model : library.modelsFor(lora)) models << model->name;
    facts << std::pair(tr("Kind"), QString::fromStdString(info->kind))
          << std::pair(tr("Rank"), locale.toString(qint64{info->rank}))
          << std::pair(tr("Alpha"),
                       info->is_alpha_said
                           ? numberText(info->alpha)
                           : tr("%1 (not recorded: equal to the rank)").arg(numberText(info->alpha)))
          << std::pair(tr("Keys"), tr("%1 names").arg(keysText(info->format)))
          << std::pair(tr("Data type"), QString::fromStdString(info->dtypes))
          << std::pair(tr("Made for"),
                       baseText(lora, library).isEmpty() ? tr("not recorded") : baseText(lora, library))
          << std::pair(tr("Fits"), models.isEmpty() ? tr("no model in the list") : models.join(comma()));
    if (info->made_for.width > 0)
      facts << std::pair(tr("Shapes"),
                         tr("%n blocks, width %1", nullptr, static_cast<int>(info->made_for.blocks))
                             .arg(locale.toString(qint64{info->made_for.width})));
  }
  const auto& run = lora.found.run.empty() ? lora.found.run_name : to_utf8(lora.found.run.filename());
  facts << std::pair(tr("Run"), QString::fromStdString(run))
        << std::pair(tr("Step"), lora.found.step ? locale.toString(qint64{*lora.found.step}) : QString())
        << std::pair(tr("Written"), locale.toString(QDateTime::fromMSecsSinceEpoch(lora.found.changed_ms),
                                                    QLocale::ShortFormat))
        << std::pair(tr("Size"), bytesText(lora.found.bytes))
        << std::pair(tr("State"), info && lora.faults.empty() ? stateText(lora) : QString())
        << std::pair(tr("File"), QDir::toNativeSeparators(lora.path));
  std::vector<Fault> faults = lora.faults;
  if (lora.found.fault) faults.insert(faults.begin(), *lora.found.fault);
  QList<QStringList> rows;
  if (info) {
    for (const auto& [target, count] : info->targets)
      rows << QStringList{QString::fromStdString(target), locale.toString(qint64{count})};
  }
  showContent({.title = lora.name,
               .facts = facts,
               .faults = std::move(faults),
               .table = {tr("Adapted layers"), {tr("Layer"), tr("Count")}, rows}});
}

void LibraryDetails::showFolder(const LibraryFolder& folder) {
  const QLocale locale;
  const size_t others = folder.found.other_files;
  std::vector<Fault> faults;
  if (folder.found.fault) faults.push_back(*folder.found.fault);
  showContent({.title = QDir(folder.path).dirName(),
               .facts = {{tr("Models"), locale.toString(folder.found.models.size())},
                         {tr("LoRAs"), locale.toString(folder.found.loras.size())},
                         {tr("Other files"), others > 0 ? tr("%n safetensors files that are not LoRAs",
                                                             nullptr, static_cast<int>(others))
                                                        : QString()},
                         {tr("Folder"), QDir::toNativeSeparators(folder.path)}},
               .faults = std::move(faults)});
}

void LibraryDetails::showNothing(const QString& sentence) {
  showContent({.sentence = sentence});
}

QString LibraryDetails::text() const {
  QStringList lines;
  for (const QLabel* const label : m_content->findChildren<QLabel*>()) lines << label->text();
  return lines.join(QLatin1Char('\n'));
}

}  // namespace fw::ui
