// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/generate/form_state.h"

class QAction;
class QMimeData;

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
struct WeightsChoice;

/// The form for a clip; its content is a request. GUI thread only.
class GenerateForm : public QWidget {
  Q_OBJECT
 public:
  GenerateForm(EngineBridge& bridge, JobListModel& jobs, Settings& settings, QAction* lastSeed,
               QWidget* parent = nullptr);

  /// Without `out` and `preview`; a random seed is -1.
  engine_api::GenerateRequest request() const;
  int clips() const;
  void setRequest(const engine_api::GenerateRequest& request);
  void setWeights(const WeightsChoice& weights);
  /// Whether the dragged data has files that the form accepts.
  bool takes(const QMimeData& data) const;
  void take(const QMimeData& data);
  /// Everything to be saved.
  FormState state() const;
  void setState(const FormState& state);
  /// Why no clip can be generated; empty if possible.
  QString obstacle() const;
  /// Adds the model to the recent ones.
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
