// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "ui/widgets/card.h"

class QLineEdit;
class QPlainTextEdit;

namespace fw::ui {

class WrapLabel;

/// What the clip shows: prompt, negative prompt, and the first picture where the model begins with one.
/// GUI thread only.
class PromptCard : public Card {
  Q_OBJECT
 public:
  explicit PromptCard(QWidget* parent = nullptr);

  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Writes the prompts, and the picture where the model takes one.
  void write(engine_api::GenerateRequest& request) const;
  /// The picture's file, also where it is not used now.
  std::filesystem::path image() const;
  void setRequest(const engine_api::GenerateRequest& request);
  /// What is missing; empty when nothing is.
  QString obstacle() const;

 Q_SIGNALS:
  void changed();

 private:
  bool takesImage() const;
  void browse();

  std::optional<catalog::ModelSpec> m_model;
  QPlainTextEdit* m_prompt;
  QPlainTextEdit* m_negative;
  QLineEdit* m_image;
  QWidget* m_imageLine;
  WrapLabel* m_imageNote;
};

}  // namespace fw::ui
