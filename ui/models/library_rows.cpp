// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/library_rows.h"

#include <QDateTime>
#include <QDir>
#include <QLocale>

#include "catalog/catalog.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/model_facts.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

/// A cell sorted by `value`, or by its text if there is none.
QStandardItem* cell(const QString& text, const QVariant& value = {}) {
  auto* const item = new QStandardItem(text);
  item->setEditable(false);
  item->setToolTip(text);
  item->setData(value.isValid() ? value : QVariant(text), LibrarySortRole);
  if (value.isValid() && value.typeId() != QMetaType::QDateTime)
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

QStandardItem* stateCell(const QString& text, bool isGood, bool isUnderWay) {
  QStandardItem* const item = cell(text);
  if (!isUnderWay)
    item->setIcon(isGood ? icon("ok", Tint::good) : icon("error", Tint::bad));
  else
    item->setIcon(icon("busy"));
  return item;
}

void addRow(QStandardItemModel& table, const QString& path, const QList<QStandardItem*>& row) {
  row.first()->setData(path, LibraryPathRole);
  row.first()->setToolTip(QDir::toNativeSeparators(path));
  table.appendRow(row);
}

QString originText(LibraryFolder::Origin origin) {
  switch (origin) {
    case LibraryFolder::Origin::named:
      return LibraryFilter::tr("Added by you");
    case LibraryFolder::Origin::run:
      return LibraryFilter::tr("Run of this project");
    case LibraryFolder::Origin::model:
      return LibraryFilter::tr("Used for training");
    case LibraryFolder::Origin::sample:
      return LibraryFilter::tr("Included with Framewright");
  }
  return {};
}

QString withOthers(const Fault& fault, size_t count) {
  const QString text = faultText(fault);
  if (count < 2) return text;
  return text + gapAfter(text) + LibraryFilter::tr("(%n more)", nullptr, static_cast<int>(count - 1));
}

/// The model's name without its family: "2b".
QString variantName(const catalog::ModelSpec& facts) {
  QString name = QString::fromStdString(facts.rules.model);
  const QString family = familyName(facts.family);
  if (name.startsWith(family)) name.remove(0, family.size());
  while (name.startsWith(QLatin1Char('-'))) name.remove(0, 1);
  return name;
}

/// Of the trained part; otherwise of any.
QString dtypeText(const model_files::ModelReport& report) {
  for (const model_files::ComponentReport& component : report.components) {
    if (component.name == "transformer" && !component.dtypes.empty())
      return QString::fromStdString(component.dtypes);
  }
  for (const model_files::ComponentReport& component : report.components) {
    if (!component.dtypes.empty()) return QString::fromStdString(component.dtypes);
  }
  return {};
}

}  // namespace

void fillModels(QStandardItemModel& table, const ModelLibrary& library) {
  table.setRowCount(0);
  const QLocale locale;
  for (const LibraryModel& model : library.models()) {
    const model_files::ModelReport& report = model.report;
    const auto whole =
        std::ranges::count_if(report.components, [](const auto& part) { return part.faults.empty(); });
    const QString family =
        report.facts ? familyName(report.facts->family) : LibraryFilter::tr("Not recognised");
    const auto& facts = report.facts;
    addRow(table, model.path,
           {cell(model.name), stateCell(stateText(model), report.sound(), model.checkedBy != 0), cell(family),
            cell(facts ? variantName(*facts) : QString()),
            cell(LibraryFilter::tr("%1 of %2")
                     .arg(locale.toString(qint64{whole}), locale.toString(report.components.size())),
                 qint64{whole}),
            cell(report.bytes() > 0 ? bytesText(report.bytes()) : QString(),
                 QVariant::fromValue<qulonglong>(report.bytes())),
            cell(dtypeText(report))});
  }
}

void fillLoras(QStandardItemModel& table, const ModelLibrary& library) {
  table.setRowCount(0);
  const QLocale locale;
  for (const LibraryLora& lora : library.loras()) {
    const auto& info = lora.found.info;
    const auto date = QDateTime::fromMSecsSinceEpoch(lora.found.changed_ms);
    const qint64 step = lora.found.step.value_or(-1);
    addRow(table, lora.path,
           {cell(lora.name), stateCell(stateText(lora), info && lora.faults.empty(), lora.checkedBy != 0),
            cell(step >= 0 ? locale.toString(step) : QString(), step),
            cell(info ? locale.toString(qint64{info->rank}) : QString(), info ? qint64{info->rank} : 0),
            cell(info ? numberText(info->alpha) : QString(), info ? info->alpha : 0.0),
            cell(baseText(lora, library)), cell(info ? keysText(info->format) : QString()),
            cell(bytesText(lora.found.bytes), QVariant::fromValue<qulonglong>(lora.found.bytes)),
            cell(locale.toString(date, QLocale::ShortFormat), date)});
  }
}

void fillFolders(QStandardItemModel& table, const ModelLibrary& library) {
  table.setRowCount(0);
  const QLocale locale;
  for (const LibraryFolder& folder : library.folders()) {
    const auto count = [&](size_t number) {
      return cell(folder.isKnown ? locale.toString(number) : QString(),
                  QVariant::fromValue<qulonglong>(number));
    };
    QString state = LibraryFilter::tr("Scanning…");
    if (folder.isKnown) state = LibraryFilter::tr("Scanned");
    if (folder.found.other_files > 0)
      state = LibraryFilter::tr("%n other safetensors files", nullptr,
                                static_cast<int>(folder.found.other_files));
    if (folder.found.fault) state = faultText(*folder.found.fault);
    addRow(table, folder.path,
           {cell(QDir::toNativeSeparators(folder.path)),
            stateCell(state, !folder.found.fault, !folder.isKnown), count(folder.found.models.size()),
            count(folder.found.loras.size()), cell(originText(folder.origin))});
  }
}

QString keysText(model_files::LoraFormat format) {
  switch (format) {
    case model_files::LoraFormat::comfyui:
      return QStringLiteral("ComfyUI");
    case model_files::LoraFormat::kohya:
      return QStringLiteral("kohya");
    default:
      return QStringLiteral("diffusers");
  }
}

QString numberText(double number) {
  return QLocale().toString(number, 'g', 6);
}

std::vector<Fault> faultsOf(const model_files::ModelReport& report) {
  std::vector<Fault> all = report.faults;
  for (const model_files::ComponentReport& component : report.components)
    all.insert(all.end(), component.faults.begin(), component.faults.end());
  return all;
}

QString stateText(const LibraryModel& model) {
  if (model.checkedBy != 0) return LibraryFilter::tr("Checking…");
  const std::vector<Fault> faults = faultsOf(model.report);
  if (!faults.empty()) return withOthers(faults.front(), faults.size());
  return model.isChecked ? LibraryFilter::tr("Complete, checked") : LibraryFilter::tr("Complete");
}

QString stateText(const LibraryLora& lora) {
  if (lora.checkedBy != 0) return LibraryFilter::tr("Checking…");
  if (lora.found.fault) return faultText(*lora.found.fault);
  if (!lora.faults.empty()) return withOthers(lora.faults.front(), lora.faults.size());
  return lora.isChecked ? LibraryFilter::tr("OK, checked") : LibraryFilter::tr("OK");
}

QString baseText(const LibraryLora& lora, const ModelLibrary& library) {
  if (const LibraryModel* const base = library.baseOf(lora)) return base->name;
  if (!lora.found.base.empty()) return toText(lora.found.base.filename());
  return lora.found.info ? QString::fromStdString(lora.found.info->base) : QString();
}

LibraryFilter::LibraryFilter(QAbstractItemModel* source, QObject* parent) : QSortFilterProxyModel(parent) {
  setSourceModel(source);
  setSortRole(LibrarySortRole);
  setSortCaseSensitivity(Qt::CaseInsensitive);
  setSortLocaleAware(true);
  setFilterCaseSensitivity(Qt::CaseInsensitive);
  setFilterKeyColumn(-1);
}

QModelIndex LibraryFilter::indexOf(const QString& path) const {
  for (int row = 0; row < rowCount() && !path.isEmpty(); ++row) {
    if (index(row, 0).data(LibraryPathRole).toString() == path) return index(row, 0);
  }
  return {};
}

}  // namespace fw::ui
