// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "catalog/bucket.h"

class QComboBox;
class QLabel;
class QSpinBox;

namespace fw::ui {

/// The crop in numbers, and the aspect ratio kept while drawing: any, or a bucket's. GUI thread only.
class CropRow : public QWidget {
  Q_OBJECT
 public:
  explicit CropRow(QWidget* parent = nullptr);

  void setBuckets(const std::vector<catalog::Bucket>& buckets);
  /// @param clips  number of clips that a change affects
  void showCrop(const std::optional<QRect>& crop, const QSize& picture, int clips);
  /// Width to height; 0: any.
  double aspect() const;
  QComboBox* shape() const { return m_shape; }
  /// Left, top, width, height.
  const std::vector<QSpinBox*>& numbers() const { return m_numbers; }

 Q_SIGNALS:
  void aspectChanged(double aspect);
  void cropChosen(const QRect& crop);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void chooseNumbers(int changed);
  void chooseShape();
  QSize sizeOf(double width) const;

  QComboBox* m_shape;
  std::set<std::pair<int64_t, int64_t>> m_shapes;  // of the buckets: width, height
  std::vector<QSpinBox*> m_numbers;
  QLabel* m_clips;
  QSize m_picture;
  QRect m_crop;
};

}  // namespace fw::ui
