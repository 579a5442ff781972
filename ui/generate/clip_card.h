// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "ui/widgets/card.h"

class QComboBox;
class QDoubleSpinBox;

namespace fw::ui {

class MultipleSpinBox;
class WrapLabel;

/// Size, length and frame rate of the clip, limited to what the model supports. GUI thread only.
class ClipCard : public Card {
  Q_OBJECT
 public:
  explicit ClipCard(QWidget* parent = nullptr);

  /// Changes the model. Values that were the old model's defaults, or that the new one does not support,
  /// become the new one's defaults.
  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Writes size, length and rate; without a model, the values set last.
  void write(engine_api::GenerateRequest& request) const;
  /// Ignores sizes that the model does not support.
  void setRequest(const engine_api::GenerateRequest& request);

  QComboBox* frames() const { return m_frames; }
  QComboBox* picture() const { return m_picture; }
  MultipleSpinBox* height() const { return m_height; }
  MultipleSpinBox* width() const { return m_width; }
  WrapLabel* rule() const { return m_rule; }

 Q_SIGNALS:
  void changed();

 private:
  catalog::Bucket shown() const;
  void show(const catalog::Bucket& size);
  void showPicture();
  void fillFrames();
  void fillPictures();
  bool isLegal(const catalog::Bucket& size) const;

  std::optional<catalog::ModelSpec> m_model;
  catalog::Bucket m_wanted{0, 0, 0};  // until a model is known; 0: its default
  QComboBox* m_frames;
  QComboBox* m_picture;
  MultipleSpinBox* m_height;
  MultipleSpinBox* m_width;
  QDoubleSpinBox* m_fps;
  WrapLabel* m_rule;
};

}  // namespace fw::ui
