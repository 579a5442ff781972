// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/prompt_card.h"

#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMimeDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/generate/condition_list.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

QPlainTextEdit* makeText(const char* id, const QString& name, const QString& placeholder, int lines) {
  auto* const edit = named(new QPlainTextEdit, name, placeholder);
  edit->setObjectName(QLatin1String(id));
  edit->setPlaceholderText(placeholder);
  edit->setTabChangesFocus(true);
  edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines + 14);
  return edit;
}

QLabel* makeLabel(const QString& text, QWidget* buddy) {
  auto* const label = new QLabel(text);
  label->setBuddy(buddy);
  return label;
}

}  // namespace

PromptCard::PromptCard(QWidget* parent)
    : Card(tr("Prompt"), parent),
      m_prompt(makeText("generate.prompt", tr("Prompt"), tr("What the clip should show"), 4)),
      m_negative(
          makeText("generate.negative", tr("Negative prompt"), tr("What the clip should not show"), 2)),
      m_image(new QLineEdit),
      m_imageLine(new QWidget),
      m_imageNote(new WrapLabel),
      m_conditionsLabel(new QLabel(tr("Images and videos at any frame"))),
      m_conditions(new ConditionList) {
  m_image->setObjectName(QStringLiteral("generate.image"));
  m_image->setClearButtonEnabled(true);
  named(m_image, tr("First frame"), tr("An image or a video, whose first frame is used."));
  m_image->setToolTip(m_image->accessibleDescription());
  auto* const browse = named(new QPushButton(icon("folder"), tr("Browse…")), tr("Choose a first frame…"));
  auto* const line = new QHBoxLayout(m_imageLine);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(m_image, 1);
  line->addWidget(browse);
  m_imageNote->setForegroundRole(QPalette::PlaceholderText);
  body()->setSpacing(6);
  body()->addWidget(m_prompt);
  body()->addWidget(makeLabel(tr("Negative prompt"), m_negative));
  body()->addWidget(m_negative);
  body()->addWidget(makeLabel(tr("First frame"), m_image));
  body()->addWidget(m_imageLine);
  body()->addWidget(m_imageNote);
  body()->addWidget(m_conditionsLabel);
  body()->addWidget(m_conditions);
  connect(browse, &QPushButton::clicked, this, &PromptCard::browse);
  connect(m_prompt, &QPlainTextEdit::textChanged, this, &PromptCard::changed);
  connect(m_negative, &QPlainTextEdit::textChanged, this, &PromptCard::changed);
  connect(m_image, &QLineEdit::textChanged, this, &PromptCard::changed);
  connect(m_conditions, &ConditionList::changed, this, &PromptCard::changed);
  connect(m_conditions, &ConditionList::addRequested, this, &PromptCard::browseConditions);
  setModel({});
}

bool PromptCard::takesImage() const {
  return m_model && m_model->can(catalog::VideoTask::image_to_video);
}

bool PromptCard::takesConditions() const {
  return m_model && (m_model->conditions_at_any_frame || m_model->takes_last_frame);
}

void PromptCard::setModel(const std::optional<catalog::ModelSpec>& model) {
  m_model = model;
  m_imageLine->setEnabled(takesImage());
  m_imageNote->setVisible(!takesImage());
  m_conditionsLabel->setVisible(takesConditions());
  m_conditionsLabel->setText(m_model && m_model->takes_last_frame ? tr("Image at the end, at frame -1")
                                                                  : tr("Images and videos at any frame"));
  m_conditions->setVisible(takesConditions());
  m_imageNote->setText(
      m_model ? tr("%1 generates clips from text alone. Image-to-video models start from a first frame.")
                    .arg(QString::fromStdString(m_model->rules.model))
              : tr("Only for image-to-video models."));
}

void PromptCard::browse() {
  const QString chosen =
      askForFile(window(), tr("Choose a first frame"), QStringLiteral("pictures"), {}, m_image->text());
  if (!chosen.isEmpty()) m_image->setText(chosen);
}

void PromptCard::browseConditions() {
  addPictures(askForFiles(window(), tr("Add images or videos"), QStringLiteral("pictures"), {}));
}

QStringList PromptCard::usable(const QMimeData& data) const {
  QStringList files;
  for (const QUrl& url : data.urls()) {
    const QString type = QMimeDatabase().mimeTypeForUrl(url).name();
    if (takesImage() && url.isLocalFile() && (type.startsWith(u"image/") || type.startsWith(u"video/")))
      files << url.toLocalFile();
  }
  return files;
}

/// Fills the first frame, then the last one: the most common uses.
void PromptCard::addPictures(const QStringList& files) {
  for (const QString& file : files) {
    if (!takesConditions()) return m_image->setText(file);
    const bool hasImage = !m_image->text().trimmed().isEmpty(),
               hasStart = m_conditions->count() > 0 || hasImage;
    if (m_model->takes_last_frame && !hasImage)
      m_image->setText(file);
    else
      m_conditions->add({.file = toPath(file), .frame = hasStart ? -1 : 0});
  }
}

void PromptCard::write(engine_api::GenerateRequest& request) const {
  request.prompt = m_prompt->toPlainText().trimmed().toStdString();
  request.negative_prompt = m_negative->toPlainText().trimmed().toStdString();
  writePictures(request);
  if (!takesImage()) request.image.clear();
  if (!takesConditions()) request.conditions.clear();
}

void PromptCard::writePictures(engine_api::GenerateRequest& request) const {
  request.image = toPath(m_image->text().trimmed());
  request.conditions = m_conditions->all();
}

void PromptCard::setRequest(const engine_api::GenerateRequest& request) {
  m_prompt->setPlainText(QString::fromStdString(request.prompt));
  m_negative->setPlainText(QString::fromStdString(request.negative_prompt));
  m_image->setText(toText(request.image));
  m_conditions->setAll(request.conditions);
}

QString PromptCard::obstacle(int64_t frames) const {
  if (m_prompt->toPlainText().trimmed().isEmpty()) return tr("Enter a prompt.");
  const bool needsImage = takesImage() && !m_model->can(catalog::VideoTask::text_to_video);
  if (needsImage && m_image->text().trimmed().isEmpty())
    return tr("Choose a first frame: this model needs one.");
  return takesConditions() ? m_conditions->obstacle(frames) : QString();
}

}  // namespace fw::ui
