// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QStandardItemModel;
class QVBoxLayout;

namespace fw {
struct Fault;
}

namespace fw::ui {

class FlatTable;
class ModelLibrary;
struct LibraryFolder;
struct LibraryLora;
struct LibraryModel;

/// What is known of the chosen model or LoRA: facts, parts, and what is wrong with what to do.
/// GUI thread only.
class LibraryDetails : public QScrollArea {
  Q_OBJECT
 public:
  explicit LibraryDetails(QWidget* parent = nullptr);

  void showModel(const LibraryModel& model);
  void showLora(const LibraryLora& lora, const ModelLibrary& library);
  void showFolder(const LibraryFolder& folder);
  /// A sentence in place of details.
  void showNothing(const QString& sentence);
  /// All of it as plain lines.
  QString text() const;

 private:
  using Facts = QList<std::pair<QString, QString>>;
  void begin(const QString& title, const Facts& facts);
  void addFaults(const std::vector<Fault>& faults);
  void addTable(const QString& name, const QStringList& headers, const QList<QStringList>& rows);

  QWidget* m_content = nullptr;  // made anew for each choice
  QVBoxLayout* m_column = nullptr;
};

}  // namespace fw::ui
