// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/condition_list.h"

#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <optional>

#include "media/thumbnails.h"
#include "ui/generate/form_rows.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int lastFrame = 9999;
constexpr QSize pictureSize(72, 48);
constexpr int fileLetters = 30;

/// The first frame; nullopt for a file without one.
std::optional<QImage> readPicture(const QString& file, int side, const std::stop_token& stop) {
  try {
    media::ClipReader reader(toPath(file), {.threads = 1, .stop = stop});
    const media::RgbImage picture = media::thumbnail(reader, 0, side);
    return QImage(picture.pixels.data(), picture.width, picture.height, picture.width * 3,
                  QImage::Format_RGB888)
        .copy();
  } catch (const Error&) {
    return std::nullopt;  // the plan reports the reason
  }
}

}  // namespace

ConditionList::ConditionList(QWidget* parent)
    : QWidget(parent),
      m_column(new QVBoxLayout(this)),
      m_empty(new WrapLabel(tr("None. Add images or videos, or drop them on this page."))) {
  setObjectName(QStringLiteral("generate.conditions"));
  named(this, tr("Images and videos at any frame"), m_empty->text());
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  auto* const add =
      named(new QPushButton(icon("add"), tr("Add images or videos…")), tr("Add images or videos…"));
  connect(add, &QPushButton::clicked, this, &ConditionList::addRequested);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(8);
  m_column->addWidget(m_empty);
  m_column->addWidget(add, 0, Qt::AlignLeft);
}

ConditionList::Row ConditionList::makeRow(const engine_api::ClipCondition& condition) {
  const QString file = toText(condition.file), name = QFileInfo(file).fileName();
  Row row{file, new QWidget, new QLabel, new QSpinBox, new QDoubleSpinBox};
  row.picture->setFixedSize(pictureSize);
  row.picture->setAlignment(Qt::AlignCenter);
  auto* const title = new QLabel(
      fontMetrics().elidedText(name, Qt::ElideMiddle, fontMetrics().averageCharWidth() * fileLetters));
  title->setTextFormat(Qt::PlainText);
  title->setToolTip(file);
  row.frame->setRange(-1, lastFrame);
  row.frame->setSpecialValueText(tr("Last"));
  row.frame->setValue(static_cast<int>(std::clamp<int64_t>(condition.frame, -1, lastFrame)));
  named(row.frame, tr("Frame of “%1”").arg(name),
        tr("The frame of the clip where it starts, counted from 0. Below 0: the clip ends with it."));
  row.strength->setRange(0, 1);
  row.strength->setSingleStep(0.05);
  row.strength->setValue(condition.strength);
  named(row.strength, tr("Strength of “%1”").arg(name), tr("1 keeps it exactly, 0 ignores it."));
  for (QWidget* const editor : {static_cast<QWidget*>(row.frame), static_cast<QWidget*>(row.strength)}) {
    editor->setToolTip(editor->accessibleDescription());
    keepWheelFromChanging(editor);
  }
  QToolButton* const remove = removeButton(*row.widget, tr("Remove “%1” from the list").arg(name));
  auto* const grid = new QGridLayout(row.widget);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(2);
  grid->addWidget(row.picture, 0, 0, 2, 1);
  grid->addWidget(title, 0, 1, 1, 4);
  grid->addWidget(remove, 0, 5);
  grid->addWidget(new QLabel(tr("Frame")), 1, 1);
  grid->addWidget(row.frame, 1, 2);
  grid->addWidget(new QLabel(tr("Strength")), 1, 3);
  grid->addWidget(row.strength, 1, 4, 1, 2);
  grid->setColumnStretch(2, 1);
  grid->setColumnStretch(4, 1);
  connect(row.frame, &QSpinBox::valueChanged, this, &ConditionList::changed);
  connect(row.strength, &QDoubleSpinBox::valueChanged, this, &ConditionList::changed);
  connect(remove->defaultAction(), &QAction::triggered, this,
          [this, widget = row.widget] { this->remove(widget); });
  return row;
}

void ConditionList::showPicture(const Row& row) {
  const int side = static_cast<int>(pictureSize.width() * devicePixelRatioF());
  m_worker.run([file = row.file, side](const std::stop_token& stop) { return readPicture(file, side, stop); },
               [this, label = QPointer(row.picture)](const std::optional<QImage>& read) {
                 if (!label) return;
                 QPixmap picture = icon("error", Tint::bad).pixmap(QSize(18, 18), devicePixelRatioF());
                 if (read) {
                   picture = QPixmap::fromImage(*read).scaled(pictureSize * devicePixelRatioF(),
                                                              Qt::KeepAspectRatio, Qt::SmoothTransformation);
                   picture.setDevicePixelRatio(devicePixelRatioF());
                 }
                 label->setPixmap(picture);
               });
}

void ConditionList::add(const engine_api::ClipCondition& condition) {
  m_rows.push_back(makeRow(condition));
  m_column->insertWidget(m_column->count() - 1, m_rows.back().widget);
  showPicture(m_rows.back());
  showEmpty();
  Q_EMIT changed();
}

void ConditionList::remove(QWidget* widget) {
  std::erase_if(m_rows, [widget](const Row& row) { return row.widget == widget; });
  widget->hide();
  widget->deleteLater();
  showEmpty();
  Q_EMIT changed();
}

void ConditionList::showEmpty() {
  m_empty->setVisible(m_rows.empty());
}

std::vector<engine_api::ClipCondition> ConditionList::all() const {
  std::vector<engine_api::ClipCondition> conditions;
  for (const Row& row : m_rows)
    conditions.push_back({toPath(row.file), row.frame->value(), row.strength->value()});
  return conditions;
}

void ConditionList::setAll(const std::vector<engine_api::ClipCondition>& conditions) {
  if (conditions == all()) return;
  {
    const QSignalBlocker quiet(this);
    while (!m_rows.empty()) remove(m_rows.back().widget);
    for (const engine_api::ClipCondition& condition : conditions) add(condition);
  }
  Q_EMIT changed();
}

QString ConditionList::obstacle(int64_t frames) const {
  for (const Row& row : m_rows) {
    if (row.frame->value() < frames) continue;
    return tr("“%1” starts after the end of the clip: choose frame %2 or an earlier one.")
        .arg(QFileInfo(row.file).fileName())
        .arg(frames - 1);
  }
  return {};
}

}  // namespace fw::ui
