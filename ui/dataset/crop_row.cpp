// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/crop_row.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/player/crop_box.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

enum Number { Left, Top, Width, Height };

bool isBeingTyped(const QSpinBox& number) {
  return number.hasFocus() && number.cleanText() != QString::number(number.value());
}

}  // namespace

CropRow::CropRow(QWidget* parent) : QWidget(parent), m_shape(new QComboBox), m_clips(new QLabel) {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  named(m_shape, tr("Shape of the crop"), tr("The crop keeps this shape while it is drawn and resized."));
  named(m_shape->view(), m_shape->accessibleName());
  m_shape->setToolTip(m_shape->accessibleDescription());
  m_shape->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  row->addWidget(m_shape);
  const std::pair<QString, QString> names[]{{tr("X"), tr("Left edge of the crop")},
                                            {tr("Y"), tr("Top edge of the crop")},
                                            {tr("W"), tr("Width of the crop")},
                                            {tr("H"), tr("Height of the crop")}};
  for (const auto& [letter, name] : names) {
    auto* const number = named(new QSpinBox, name);
    number->setPrefix(letter + QLatin1Char(' '));
    number->setToolTip(name);
    number->setKeyboardTracking(false);
    number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    connect(number, &QSpinBox::valueChanged, this,
            [this, which = static_cast<int>(m_numbers.size())] { chooseNumbers(which); });
    m_numbers.push_back(number);
    row->addWidget(number, 1);
  }
  m_clips->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(m_clips);
  m_shape->installEventFilter(this);
  connect(m_shape, &QComboBox::activated, this, &CropRow::chooseShape);
  setBuckets({});
}

void CropRow::setBuckets(const std::vector<catalog::Bucket>& buckets) {
  std::set<std::pair<int64_t, int64_t>> shapes;
  for (const catalog::Bucket& bucket : buckets) shapes.insert({bucket.width, bucket.height});
  if (m_shape->count() > 0 && shapes == m_shapes) return;  // its list may be open
  m_shapes = shapes;
  const QString chosen = m_shape->currentText();
  const double before = aspect();
  m_shape->clear();
  m_shape->addItem(tr("Any shape"), 0.0);
  for (const auto& [width, height] : shapes)
    m_shape->addItem(tr("As bucket %1×%2").arg(width).arg(height),
                     static_cast<double>(width) / static_cast<double>(height));
  m_shape->setCurrentIndex(std::max(0, m_shape->findText(chosen)));
  if (aspect() != before) Q_EMIT aspectChanged(aspect());
}

void CropRow::showCrop(const std::optional<QRect>& crop, const QSize& picture, int clips) {
  m_picture = picture;
  m_crop = crop.value_or(QRect(QPoint(), picture));
  const int values[]{m_crop.x(), m_crop.y(), m_crop.width(), m_crop.height()};
  const int most[]{picture.width() - smallestCrop, picture.height() - smallestCrop, picture.width(),
                   picture.height()};
  for (int i = Left; i <= Height; ++i) {
    QSpinBox* const number = m_numbers[static_cast<size_t>(i)];
    const QSignalBlocker quiet(number);
    number->setRange(i < Width ? 0 : smallestCrop, std::max(i < Width ? 0 : smallestCrop, most[i]));
    if (!isBeingTyped(*number)) number->setValue(values[i]);  // a job may change the clip meanwhile
  }
  m_clips->setText(clips > 1 ? tr("for %n clips", nullptr, clips) : QString());
}

/// A letter typed in the list of shapes searches it; it is not a shortcut for the clip.
bool CropRow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool isLetter = key.modifiers() == Qt::NoModifier || key.modifiers() == Qt::ShiftModifier;
    if (isLetter && !key.text().isEmpty() && key.text()[0].isLetterOrNumber()) {
      event->accept();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

double CropRow::aspect() const {
  return m_shape->currentData().toDouble();
}

void CropRow::chooseNumbers(int changed) {
  const auto value = [this](Number which) { return m_numbers[which]->value(); };
  QRect crop(value(Left), value(Top), value(Width), value(Height));
  if (aspect() > 0 && (changed == Width || changed == Height)) {
    const double wanted = changed == Width ? crop.width() : crop.height() * aspect();
    const double most = std::min<double>(m_picture.width(), m_picture.height() * aspect());
    const double least = smallestCrop * std::max(1.0, aspect());
    crop.setSize(sizeOf(std::min(std::max(wanted, least), most)));
  }
  crop = boundedCrop(crop, m_picture);
  if (crop != m_crop) return Q_EMIT cropChosen(crop);
  // The typed values exceed the picture: show the crop's real values again.
  const int values[]{crop.x(), crop.y(), crop.width(), crop.height()};
  for (int i = Left; i <= Height; ++i) {
    const QSignalBlocker quiet(m_numbers[static_cast<size_t>(i)]);
    m_numbers[static_cast<size_t>(i)]->setValue(values[i]);
  }
}

/// In the chosen shape.
QSize CropRow::sizeOf(double width) const {
  return {static_cast<int>(std::lround(width)), static_cast<int>(std::lround(width / aspect()))};
}

/// Applies the shape to the current crop, as large as possible around its centre.
void CropRow::chooseShape() {
  Q_EMIT aspectChanged(aspect());
  if (aspect() <= 0 || m_picture.isEmpty()) return;
  const double width = std::min<double>(m_crop.width(), m_crop.height() * aspect());
  QRect crop(QPoint(), sizeOf(width));
  crop.moveCenter(m_crop.center());
  crop = boundedCrop(crop, m_picture);
  if (crop != m_crop) Q_EMIT cropChosen(crop);
}

}  // namespace fw::ui
