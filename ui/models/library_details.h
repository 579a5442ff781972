// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "base/error.h"

class QStandardItemModel;
class QVBoxLayout;

namespace fw::ui {

class ModelLibrary;
struct LibraryFolder;
struct LibraryLora;
struct LibraryModel;

/// Details of the selected model or LoRA: facts, parts, and problems with remedies. GUI thread only.
class LibraryDetails : public QScrollArea {
  Q_OBJECT
 public:
  explicit LibraryDetails(QWidget* parent = nullptr);

  void showModel(const LibraryModel& model);
  void showLora(const LibraryLora& lora, const ModelLibrary& library);
  void showFolder(const LibraryFolder& folder);
  /// Shows a sentence instead of details.
  void showNothing(const QString& sentence);
  /// All details as plain lines.
  QString text() const;

 private:
  using Facts = QList<std::pair<QString, QString>>;
  struct Table {
    QString name{};
    QStringList headers{};
    QList<QStringList> rows{};
    bool operator==(const Table&) const = default;
  };
  struct Content {
    QString title{};
    Facts facts{};
    std::vector<Fault> faults{};
    Table table{};
    QString sentence{};
    bool operator==(const Content&) const = default;
  };
  void showContent(Content content);
  void addFacts(const Facts& facts);
  void addFaults(const std::vector<Fault>& faults);
  void addTable(const Table& parts);

  Content m_shown;
  QWidget* m_content = nullptr;  // rebuilt when the selection changes
  QVBoxLayout* m_column = nullptr;
};

}  // namespace fw::ui
