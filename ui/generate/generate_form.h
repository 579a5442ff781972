// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>

class QAction;

namespace fw::ui {

class ClipCard;
class EngineBridge;
class JobListModel;
class LoraList;
class MemoryCard;
class ModelChoice;
class PromptCard;
class SamplingCard;
class Settings;

/// The form of a clip: what it holds are parameters of the job "generate". GUI thread only.
class GenerateForm : public QWidget {
  Q_OBJECT
 public:
  GenerateForm(EngineBridge& bridge, JobListModel& jobs, Settings& settings, QAction* lastSeed,
               QWidget* parent = nullptr);

  /// All parameters but "out", "preview" and drawn seeds, which are -1.
  nlohmann::json params() const;
  int clips() const;
  /// Takes the parameters that are there and leaves the others.
  void setParams(const nlohmann::json& params);
  /// Everything that is to be remembered; setParams() takes it back.
  nlohmann::json state() const;
  /// Why no clip can be made; empty when one can.
  QString obstacle() const;
  /// The model becomes one of those that are known.
  void rememberModel();

  ModelChoice& model() const { return *m_model; }
  ClipCard& clip() const { return *m_clip; }
  SamplingCard& sampling() const { return *m_sampling; }
  MemoryCard& memory() const { return *m_memory; }
  LoraList& loras() const { return *m_loras; }

 Q_SIGNALS:
  void changed();

 private:
  void followModel();
  void follow();

  PromptCard* m_prompt;
  ModelChoice* m_model;
  LoraList* m_loras;
  ClipCard* m_clip;
  SamplingCard* m_sampling;
  MemoryCard* m_memory;
};

}  // namespace fw::ui
