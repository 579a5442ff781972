// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/clip_card.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/generate/form_rows.h"
#include "ui/generate/legal_sizes.h"
#include "ui/generate/multiple_spin_box.h"
#include "ui/state/fault_text.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int mostPixels = 4096;
constexpr double fastestFps = 120;

QString pictureText(const QSize& picture) {
  return QStringLiteral("%1 × %2").arg(picture.width()).arg(picture.height());
}

}  // namespace

ClipCard::ClipCard(QWidget* parent)
    : Card(tr("Clip"), parent),
      m_frames(new QComboBox),
      m_picture(new QComboBox),
      m_height(new MultipleSpinBox),
      m_width(new MultipleSpinBox),
      m_fps(new QDoubleSpinBox),
      m_rule(new WrapLabel) {
  m_fps->setRange(0, fastestFps);
  m_fps->setDecimals(2);
  m_fps->setSpecialValueText(tr("Model default"));
  m_frames->setObjectName(QStringLiteral("generate.frames"));
  m_picture->setObjectName(QStringLiteral("generate.picture"));
  auto* const sides = new QHBoxLayout;
  sides->addWidget(m_width, 1);
  sides->addWidget(new QLabel(QStringLiteral("×")));
  sides->addWidget(m_height, 1);
  named(m_height, tr("Height"), tr("In pixels, rounded to the nearest value that the model accepts."));
  m_height->setToolTip(m_height->accessibleDescription());
  keepWheelFromChanging(m_height);
  auto* const rows = makeFormRows();
  addFormRow(*rows, tr("Resolution"), m_picture, tr("Width and height of the clip, in pixels."));
  addFormRow(*rows, tr("Pixels"), m_width, sides,
             tr("In pixels, rounded to the nearest value that the model accepts."));
  addFormRow(*rows, tr("Length"), m_frames, tr("Only lengths that the model can generate."));
  addFormRow(*rows, tr("Frame rate (fps)"), m_fps,
             tr("How fast the clip plays. This affects the file only, not what the model generates."));
  named(m_width, tr("Width"), m_width->toolTip());
  body()->addLayout(rows);
  m_rule->setForegroundRole(QPalette::PlaceholderText);
  body()->addWidget(m_rule);

  connect(m_picture, &QComboBox::activated, this, [this] {
    if (const QSize picture = m_picture->currentData().toSize(); picture.isValid())
      show({shown().frames, picture.height(), picture.width()});
    Q_EMIT changed();
  });
  for (MultipleSpinBox* const side : {m_height, m_width})
    connect(side, &QSpinBox::valueChanged, this, [this] {
      showPicture();
      Q_EMIT changed();
    });
  connect(m_frames, &QComboBox::currentIndexChanged, this, &ClipCard::changed);
  connect(m_fps, &QDoubleSpinBox::valueChanged, this, &ClipCard::changed);
  setModel({});
}

catalog::Bucket ClipCard::shown() const {
  return {m_frames->currentData().toLongLong(), m_height->value(), m_width->value()};
}

bool ClipCard::isLegal(const catalog::Bucket& size) const {
  return catalog::check_video_size(*m_model, size).empty() &&
         m_frames->findData(qlonglong{size.frames}) >= 0 && std::max(size.height, size.width) <= mostPixels;
}

void ClipCard::setModel(const std::optional<catalog::ModelSpec>& model) {
  if (model == m_model && model) return;
  const QSignalBlocker quiet(this);
  if (m_model) m_wanted = shown() == m_model->native_size() ? catalog::Bucket{0, 0, 0} : shown();
  m_model = model;
  for (QWidget* const editor : std::initializer_list<QWidget*>{m_frames, m_picture, m_height, m_width})
    editor->setEnabled(m_model && (editor == m_frames || m_model->rules.any_size));
  if (!m_model) {
    m_rule->setText(tr("Choose a model to see its sizes."));
    return;
  }
  const catalog::BucketRules& rules = m_model->rules;
  for (MultipleSpinBox* const side : {m_height, m_width}) {
    const QSignalBlocker still(side);
    side->setMultiple(static_cast<int>(rules.size_multiple), mostPixels);
  }
  fillFrames();
  fillPictures();
  const catalog::Bucket own = m_model->native_size();
  catalog::Bucket size{m_wanted.frames > 0 ? m_wanted.frames : own.frames,
                       m_wanted.height > 0 ? m_wanted.height : own.height,
                       m_wanted.width > 0 ? m_wanted.width : own.width};
  if (!isLegal(size)) size = own;
  show(size);
  m_rule->setText(faultText(sentence_of(rules)));
}

void ClipCard::fillFrames() {
  const QSignalBlocker quiet(m_frames);
  m_frames->clear();
  const QLocale locale;
  for (const int64_t frames : legalFrames(*m_model)) {
    const QString seconds = locale.toString(static_cast<double>(frames) / m_model->rules.fps, 'f', 1);
    QString text = tr("%n frames, %1 s", nullptr, static_cast<int>(frames)).arg(seconds);
    if (frames == 1) text = tr("1 frame (still image)");
    if (const int64_t window = m_model->latent.window_frames; window > 0) {
      const int64_t sections = (frames - 1) / (window * m_model->latent.temporal_factor);
      text += QStringLiteral(" · ") + tr("%n sections", nullptr, static_cast<int>(sections));
    }
    if (frames == m_model->native_frames) text += QStringLiteral(" · ") + tr("default");
    m_frames->addItem(text, qlonglong{frames});
  }
}

void ClipCard::fillPictures() {
  const QSignalBlocker quiet(m_picture);
  m_picture->clear();
  for (const QSize& picture : usualPictures(*m_model)) {
    QString text = pictureText(picture);
    if (m_picture->count() == 0) text += QStringLiteral(" · ") + tr("default");
    m_picture->addItem(text, picture);
  }
}

void ClipCard::show(const catalog::Bucket& size) {
  {
    const QSignalBlocker quiet(this);
    choose(*m_frames, qlonglong{size.frames});
    m_height->setValue(static_cast<int>(size.height));
    m_width->setValue(static_cast<int>(size.width));
  }
  showPicture();
}

/// The list shows the aspect ratio of the sides, with an additional row for an unlisted one.
void ClipCard::showPicture() {
  if (!m_model) return;
  const QSignalBlocker quiet(m_picture);
  const QSize picture(m_width->value(), m_height->value());
  const int own = m_picture->findData(QVariant());
  if (own >= 0) m_picture->removeItem(own);
  if (choose(*m_picture, picture)) return;
  m_picture->addItem(tr("Other: %1").arg(pictureText(picture)));
  m_picture->setCurrentIndex(m_picture->count() - 1);
}

void ClipCard::write(engine_api::GenerateRequest& request) const {
  const catalog::Bucket size = m_model ? shown() : m_wanted;
  request.frames = size.frames;
  request.height = size.height;
  request.width = size.width;
  request.fps = m_fps->value();
}

void ClipCard::setRequest(const engine_api::GenerateRequest& request) {
  const catalog::Bucket own = m_model ? m_model->native_size() : catalog::Bucket{0, 0, 0};
  const auto given = [](int64_t side, int64_t ownSide) { return side > 0 ? side : ownSide; };
  const catalog::Bucket size{given(request.frames, own.frames), given(request.height, own.height),
                             given(request.width, own.width)};
  if (!m_model) {
    m_wanted = size;
  } else if (isLegal(size)) {
    show(size);
  }
  m_fps->setValue(request.fps);
  Q_EMIT changed();
}

}  // namespace fw::ui
