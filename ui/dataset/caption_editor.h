// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "project/clips.h"
#include "ui/bridge/worker.h"
#include "ui/dataset/dataset_settings.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace fw::text {
class T5Tokenizer;
}

namespace fw::ui {

class ActionRegistry;
class ClipStore;

/// Writes the caption of one clip, counts its tokens as the model will, and marks what the model would not
/// read. What was typed is kept when another clip is shown, the focus leaves or the project is closed; each
/// time is one step of the undo history. Thread: the window's; counts on its own.
class CaptionEditor : public QWidget {
  Q_OBJECT
 public:
  CaptionEditor(ClipStore& store, ActionRegistry& actions, QWidget* parent = nullptr);
  ~CaptionEditor() override;

  /// Null: no clip. The same clip again shows its new caption unless something was typed.
  void showClip(const project::ClipRow* row);
  /// Keeps what was typed.
  void commit();
  void setSettings(const DatasetSettings& settings);
  QPlainTextEdit* edit() const { return m_edit; }
  /// "31 of 226 tokens"
  QString countText() const;

 Q_SIGNALS:
  void modelFolderWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Counted;
  void count();
  void takeCount(const Counted& counted);
  QString originText(const project::ClipRow& row) const;

  ClipStore& m_store;
  QPlainTextEdit* m_edit;
  QLabel* m_count;
  QLabel* m_origin;
  QPushButton* m_chooseModel;
  qint64 m_clip = 0;
  QString m_saved;
  DatasetSettings m_settings;
  QTimer m_typing;
  std::shared_ptr<text::T5Tokenizer> m_tokenizer;  // used on the worker only
  std::string m_tokenizerFolder;
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
