// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "ui/widgets/card.h"

class QLabel;
class QLineEdit;
class QMimeData;
class QPlainTextEdit;

namespace fw::ui {

class ConditionList;
class WrapLabel;

/// The contents of the clip: prompt, negative prompt, the first picture for models that need one, and other
/// pictures and videos for models that support them. GUI thread only.
class PromptCard : public Card {
  Q_OBJECT
 public:
  explicit PromptCard(QWidget* parent = nullptr);

  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Writes the prompts, and the pictures that the model uses.
  void write(engine_api::GenerateRequest& request) const;
  /// Writes all pictures, including those that the model does not use.
  void writePictures(engine_api::GenerateRequest& request) const;
  void setRequest(const engine_api::GenerateRequest& request);
  /// The dragged images and videos that the model can use.
  QStringList usable(const QMimeData& data) const;
  void addPictures(const QStringList& files);
  /// Missing input of a clip of this many frames; empty: none.
  QString obstacle(int64_t frames) const;

 Q_SIGNALS:
  void changed();

 private:
  bool takesImage() const;
  bool takesConditions() const;
  void browse();
  void browseConditions();

  std::optional<catalog::ModelSpec> m_model;
  QPlainTextEdit* m_prompt;
  QPlainTextEdit* m_negative;
  QLineEdit* m_image;
  QWidget* m_imageLine;
  WrapLabel* m_imageNote;
  QLabel* m_conditionsLabel;
  ConditionList* m_conditions;
};

}  // namespace fw::ui
