// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/run_file.h"

namespace fw::ui {

/// The run file being edited. Its text is authoritative: the form and the file view both edit it, and each
/// change can be undone. Invalid input stays in the text, with its fault. GUI thread only.
class RunDraft : public QObject {
  Q_OBJECT
 public:
  /// Name of an undo step, in the window's current language.
  using Label = std::function<QString()>;

  explicit RunDraft(QObject* parent = nullptr);

  const std::string& text() const { return m_run.text; }
  /// The parsed text: settings and faults.
  const run::RunFile& run() const { return m_run; }
  /// Where the text is saved, and the base of relative paths; empty without a project.
  const std::filesystem::path& file() const { return m_file; }
  /// False while the text is not valid TOML; only the file view can fix that.
  bool hasSyntax() const { return m_hasSyntax; }
  QUndoStack& undoStack() { return m_undo; }

  /// The components of the run's model folder, which determine the task; nullopt if unknown.
  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Starts with another run file and an empty undo history.
  void begin(const std::filesystem::path& file, const std::string& text);
  /// Copies another draft's text and its undo history.
  void takeOver(const RunDraft& other);
  /// Text from the file view; continuous typing is one undo step.
  void setText(const std::string& text);
  /// Several changes as one undo step.
  /// @param edit  text -> text; may throw fw::Error: failed() then follows
  /// @param preset  applied by the edit; empty: the preset stays the same
  void edit(const Label& label, const std::function<std::string(std::string text)>& edit,
            const std::string& preset = {});
  /// Consecutive changes of the same setting are one undo step.
  void setValue(const catalog::Setting& setting, const catalog::Value& value);
  /// Removes the setting from the file, so that its default applies.
  void reset(const catalog::Setting& setting);

  /// Id of the preset that the text is based on; differing settings were changed afterwards. Empty: none
  /// known. Undone and redone with the text.
  const std::string& preset() const { return m_preset; }
  /// For a text equal to a preset; not an undo step.
  void follow(const std::string& preset) { m_preset = preset; }

  bool isGiven(const catalog::Setting& setting) const;
  /// Whether the value differs from the family's default.
  bool isChanged(const catalog::Setting& setting) const;

 Q_SIGNALS:
  void changed();
  void failed(const fw::Fault& fault);

 private:
  friend class DraftEdit;
  void take(const std::string& text);
  void push(const Label& label, const std::string& text, const std::string& topic,
            const std::string& preset = {});
  void tryToPush(const Label& label, const std::string& topic,
                 const std::function<std::string(std::string)>& edit, const std::string& preset = {});

  run::RunFile m_run;
  std::filesystem::path m_file;
  std::optional<catalog::ModelSpec> m_model;
  bool m_hasSyntax = true;
  std::string m_preset;
  QUndoStack m_undo;
};

/// The initial text of a new project. It names no model, so that nobody trains a model they did not choose.
std::string newRunText();

/// The key of the setting that a run file's fault is about; "" if none, e.g. for a syntax error.
std::string faultKey(const Fault& fault);
/// A run file's fault without file and position.
QString shortFaultText(const Fault& fault);

}  // namespace fw::ui
