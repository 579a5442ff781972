// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine_api/requests.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fw::ui {

class ModelLibrary;
struct LibraryLora;

/// Asks for key format and location of an exported LoRA, and before replacing a file. GUI thread only.
class LoraExportDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param folder  default location
  LoraExportDialog(const LibraryLora& lora, const ModelLibrary& library, const QString& folder,
                   QWidget* parent = nullptr);

  engine_api::LoraRequest request() const;
  QComboBox* format() const { return m_format; }
  QLineEdit* target() const { return m_target; }
  void accept() override;

 private:
  void chooseFile();
  void proposeName();
  void update();
  QString targetPath() const;
  model_files::LoraFormat chosenFormat() const;

  QString m_source;
  QString m_folder;
  QString m_name;
  QString m_proposed;
  QComboBox* m_format;
  QComboBox* m_model;
  QLineEdit* m_target;
  QLabel* m_note;
  QPushButton* m_export;
  bool m_mayReplace = false;  // confirmed by the user
};

}  // namespace fw::ui
