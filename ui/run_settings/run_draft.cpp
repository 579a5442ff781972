// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run_settings/run_draft.h"

#include <QElapsedTimer>
#include <QUndoCommand>
#include <algorithm>

#include "base/paths.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"

namespace fw::ui {

namespace {

constexpr qint64 typingPauseMs = 2000;

}  // namespace

/// One change of the text. Changes of one topic within a typing pause are merged.
class DraftEdit : public QUndoCommand {
 public:
  struct State {
    std::string text, preset;
  };

  DraftEdit(RunDraft& draft, const RunDraft::Label& label, State before, State after, std::string topic)
      : QUndoCommand(label()),
        m_draft(draft),
        m_label(label),
        m_before(std::move(before)),
        m_after(std::move(after)),
        m_topic(std::move(topic)) {
    m_since.start();
  }
  int id() const override { return m_topic.empty() ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* const next = static_cast<const DraftEdit*>(other);
    if (next->m_topic != m_topic || m_since.elapsed() > typingPauseMs) return false;
    m_after = next->m_after;
    m_since.restart();
    return true;
  }
  /// The same step in another draft; later typing there is not merged into it.
  DraftEdit* in(RunDraft& draft) const { return new DraftEdit(draft, m_label, m_before, m_after, {}); }
  void undo() override { take(m_before); }
  void redo() override { take(m_after); }

 private:
  void take(const State& state) {
    m_draft.m_preset = state.preset;
    m_draft.take(state.text);
  }

  RunDraft& m_draft;
  RunDraft::Label m_label;
  State m_before, m_after;
  std::string m_topic;
  QElapsedTimer m_since;
};

RunDraft::RunDraft(QObject* parent) : QObject(parent) {
  take({});
}

void RunDraft::take(const std::string& text) {
  m_run = run::parse_run_file(text, m_file.empty() ? std::filesystem::path("run.toml") : m_file,
                              run::Extent::whole, m_model ? &*m_model : nullptr);
  m_hasSyntax =
      std::ranges::none_of(m_run.faults, [](const Fault& fault) { return fault.code == "run.syntax"; });
  Q_EMIT changed();
}

void RunDraft::setModel(const std::optional<catalog::ModelSpec>& model) {
  if (m_model == model) return;
  m_model = model;
  take(std::string(m_run.text));
}

void RunDraft::begin(const std::filesystem::path& file, const std::string& text) {
  m_file = file;
  m_model.reset();
  m_preset.clear();
  m_undo.clear();
  take(text);
}

void RunDraft::takeOver(const RunDraft& other) {
  m_file = other.m_file;
  m_model = other.m_model;
  m_undo.clear();
  {
    const QSignalBlocker once(this);  // emit once, at the end
    for (int step = 0; step < other.m_undo.count(); ++step)
      m_undo.push(static_cast<const DraftEdit*>(other.m_undo.command(step))->in(*this));
    m_undo.setIndex(other.m_undo.index());
  }
  m_preset = other.m_preset;
  take(other.m_run.text);
}

void RunDraft::push(const Label& label, const std::string& text, const std::string& topic,
                    const std::string& preset) {
  const std::string& after = preset.empty() ? m_preset : preset;
  if (text != m_run.text || after != m_preset)
    m_undo.push(new DraftEdit(*this, label, {m_run.text, m_preset}, {text, after}, topic));
}

void RunDraft::setText(const std::string& text) {
  push([] { return tr("Edit the run file"); }, text, "text");
}

void RunDraft::tryToPush(const Label& label, const std::string& topic,
                         const std::function<std::string(std::string)>& edit, const std::string& preset) {
  if (!m_hasSyntax) return;
  try {
    push(label, edit(m_run.text), topic, preset);
  } catch (const Error& error) {
    Q_EMIT failed(error.fault());
    Q_EMIT changed();  // editors show the valid value again
  }
}

void RunDraft::edit(const Label& label, const std::function<std::string(std::string)>& edit,
                    const std::string& preset) {
  tryToPush(label, {}, edit, preset);
}

void RunDraft::setValue(const catalog::Setting& setting, const catalog::Value& value) {
  tryToPush([&setting] { return tr("Change “%1”").arg(settingLabel(setting)); }, std::string(setting.key),
            [&](const std::string& text) { return run::set_in_text(text, setting.key, value); });
}

void RunDraft::reset(const catalog::Setting& setting) {
  tryToPush([&setting] { return tr("Reset “%1”").arg(settingLabel(setting)); }, {},
            [&](const std::string& text) { return run::remove_from_text(text, setting.key); });
}

bool RunDraft::isGiven(const catalog::Setting& setting) const {
  return m_run.given.contains(std::string(setting.key));
}

bool RunDraft::isChanged(const catalog::Setting& setting) const {
  return isGiven(setting) &&
         (value_of(m_run.settings, setting) != run::default_of(setting, m_run.settings.family) ||
          std::ranges::any_of(m_run.faults,
                              [&](const Fault& fault) { return faultKey(fault) == setting.key; }));
}

std::string newRunText() {
  const std::string text =
      "# What is trained, on what, and how. The Train page of Framewright edits this file;\n"
      "# comments and order stay. `framewright-cli train` takes it too.\n"
      "schema = 1\n";
  return run::set_in_text(text, "data.cache", catalog::Value(to_utf8(cache_folder() / "latents")));
}

std::string faultKey(const Fault& fault) {
  if (fault.code == "run.no_end") return "training.train_steps";
  const auto key = fault.arguments.find("key");
  return key == fault.arguments.end() ? std::string() : key->second;
}

QString shortFaultText(const Fault& told) {
  Fault fault = told;
  // At its own field, a setting is called by the field's name.
  if (const catalog::Setting* const setting = run::find_setting(faultKey(fault)))
    fault.arguments["key"] = settingLabel(*setting).toStdString();
  QString text = faultText(fault);
  const auto argument = [&](const char* name) {
    const auto found = fault.arguments.find(name);
    return found == fault.arguments.end() ? QString() : QString::fromStdString(found->second);
  };
  const QString file = argument("file");
  const QString place = QStringLiteral(":%1:%2").arg(argument("line"), argument("column"));
  for (const QString& prefix : {QString(file + place), file}) {
    if (!prefix.isEmpty() && text.startsWith(prefix)) {
      text.remove(0, prefix.size());
      // ": ", or its equivalent in another language
      while (!text.isEmpty() && !text.at(0).isLetterOrNumber()) text.remove(0, 1);
      break;
    }
  }
  return text;
}

}  // namespace fw::ui
