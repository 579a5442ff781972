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

/// The run file that is being written. Its text is the one truth: the form and the file view both edit it,
/// and each change can be undone. What is typed wrong stays in the text, with its fault.
/// GUI thread only.
class RunDraft : public QObject {
  Q_OBJECT
 public:
  /// What a step is called, in the language of the window.
  using Label = std::function<QString()>;

  explicit RunDraft(QObject* parent = nullptr);

  const std::string& text() const { return m_run.text; }
  /// The text, read: its settings and all that is wrong with it.
  const run::RunFile& run() const { return m_run; }
  /// Where relative paths count from and where the text is kept; empty while there is no project.
  const std::filesystem::path& file() const { return m_file; }
  /// False while the text is no TOML: only the file view can mend that.
  bool hasSyntax() const { return m_hasSyntax; }
  QUndoStack& undoStack() { return m_undo; }

  /// What the run's model folder holds, from which the task follows; nothing while that is not known.
  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Another run file; nothing of the last one can be undone.
  void begin(const std::filesystem::path& file, const std::string& text);
  /// Another draft's text, and all that can be undone and redone in it.
  void takeOver(const RunDraft& other);
  /// As typed in the file view; typing without a pause is one step.
  void setText(const std::string& text);
  /// Several changes as one step.
  /// @param edit  text -> text; may throw fw::Error: failed() then follows
  /// @param preset  that is used thereby; empty: the text goes on from the same one
  void edit(const Label& label, const std::function<std::string(std::string text)>& edit,
            const std::string& preset = {});
  /// Changes of the same setting one after the other are one step.
  void setValue(const catalog::Setting& setting, const catalog::Value& value);
  /// Takes the setting out of the file, so that its default holds.
  void reset(const catalog::Setting& setting);

  /// The preset that the text was made from, by its id: what says otherwise was changed since. Empty: none
  /// is known. It is undone and redone with the text.
  const std::string& preset() const { return m_preset; }
  /// Of a text that says the same as a preset, without a step.
  void follow(const std::string& preset) { m_preset = preset; }

  bool isGiven(const catalog::Setting& setting) const;
  /// Whether the value is another one than the family's default.
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

/// The text with which a new project begins: it names no model, so that nobody trains one that they did not
/// choose.
std::string newRunText();

/// The setting that a fault of a run file is about; "" when it is about none, such as the syntax.
std::string faultKey(const Fault& fault);
/// What a fault of a run file says, without the file and place in front.
QString shortFaultText(const Fault& fault);

}  // namespace fw::ui
