// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/import_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

using interchange::Layout;

/// Adds a form row whose field is labelled and explained by `help`.
void addField(QFormLayout& form, const QString& label, QWidget* field, QWidget* control,
              const QString& help) {
  form.addRow(label, field);
  control->setToolTip(help);
  named(control, QString(label).remove(QLatin1Char('&')), help);
}

/// The line edit with a button that asks for a folder.
QWidget* withFolderButton(QLineEdit* line, const QString& title) {
  auto* const field = new QWidget;
  auto* const row = new QHBoxLayout(field);
  row->setContentsMargins(0, 0, 0, 0);
  auto* const choose = named(new QPushButton(icon("folder"), ImportDialog::tr("Choose…")), title);
  choose->setAutoDefault(false);
  QObject::connect(choose, &QPushButton::clicked, line, [line, title] {
    const QString folder = askForFolder(line, title, QStringLiteral("datasets"), line->text());
    if (!folder.isEmpty()) line->setText(folder);
  });
  row->addWidget(line, 1);
  row->addWidget(choose);
  return field;
}

QPushButton* addButtons(QDialog& dialog, QVBoxLayout& column, const QString& accept) {
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  auto* const button = named(new QPushButton(accept), accept);
  button->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);  // not even while `button` is disabled
  buttons->addButton(button, QDialogButtonBox::AcceptRole);
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  column.addWidget(buttons);
  return button;
}

void addLayouts(QComboBox& box) {
  box.addItem(ImportDialog::tr("prompts.txt and videos.txt, line by line"), static_cast<int>(Layout::lists));
  box.addItem(ImportDialog::tr("A text file beside each video"), static_cast<int>(Layout::sidecars));
  box.addItem(ImportDialog::tr("metadata.csv"), static_cast<int>(Layout::csv));
  box.addItem(ImportDialog::tr("metadata.jsonl"), static_cast<int>(Layout::jsonl));
}

Layout layoutOf(const QComboBox& box) {
  return static_cast<Layout>(box.currentData().toInt());
}

}  // namespace

ImportDialog::ImportDialog(QWidget* parent)
    : QDialog(parent),
      m_path(new QLineEdit),
      m_layout(new QComboBox),
      m_captionColumn(new QLineEdit),
      m_videoColumn(new QLineEdit),
      m_dataRoot(new QLineEdit),
      m_extension(new QLineEdit(QStringLiteral(".txt"))),
      m_leastFrames(new QSpinBox),
      m_updateCaptions(new QCheckBox(tr("&Update captions"))),
      m_captionLines(new QCheckBox(tr("Each line is a ca&ption"))) {
  setWindowTitle(tr("Import a dataset"));
  setGuidePage(*this, QStringLiteral("dataset.md#import"));
  m_layout->addItem(tr("Detect automatically"), static_cast<int>(Layout::automatic));
  addLayouts(*m_layout);
  m_leastFrames->setRange(1, 10000);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  addField(*form, tr("&Folder"), withFolderButton(m_path, tr("Choose the dataset's folder")), m_path,
           tr("The dataset's folder, or one of its lists."));
  addField(*form, tr("&Layout"), m_layout, m_layout, tr("How captions and videos are stored."));
  addField(*form, tr("&Caption column"), m_captionColumn, m_captionColumn,
           tr("Column of a table, or file name of the list of captions. Leave empty for the usual names."));
  addField(*form, tr("&Video column"), m_videoColumn, m_videoColumn,
           tr("Column of a table, or file name of the list of videos. Leave empty for the usual names."));
  addField(*form, tr("Videos &in"), withFolderButton(m_dataRoot, tr("Choose the videos' folder")), m_dataRoot,
           tr("Folder that relative paths in lists start from. Leave empty for the list's own folder."));
  addField(*form, tr("Caption &extension"), m_extension, m_extension,
           tr("Extension of the text files beside the videos."));
  form->addRow(QString(), m_captionLines);
  named(m_captionLines, tr("Each line is a caption"),
        tr("The lines of a text file become several captions of the clip. Training draws one at each step."));
  m_captionLines->setToolTip(m_captionLines->accessibleDescription());
  addField(*form, tr("Minimum f&rames"), m_leastFrames, m_leastFrames, tr("Shorter videos are left out."));
  form->addRow(QString(), m_updateCaptions);
  named(m_updateCaptions, tr("Update captions"),
        tr("Takes captions that have changed since their clips were imported. The old ones stay in the "
           "history."));
  m_updateCaptions->setToolTip(m_updateCaptions->accessibleDescription());
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addStretch(1);
  m_import = addButtons(*this, *column, tr("Import"));
  connect(m_path, &QLineEdit::textChanged, this, &ImportDialog::updateFields);
  connect(m_layout, &QComboBox::currentIndexChanged, this, &ImportDialog::updateFields);
  resize(560, sizeHint().height());
  updateFields();
}

void ImportDialog::updateFields() {
  const Layout layout = layoutOf(*m_layout);
  for (QLineEdit* const ofList : {m_captionColumn, m_videoColumn, m_dataRoot})
    ofList->setEnabled(layout != Layout::sidecars);
  const bool hasTextFiles = layout == Layout::sidecars || layout == Layout::automatic;
  m_extension->setEnabled(hasTextFiles);
  m_captionLines->setEnabled(hasTextFiles);
  m_import->setEnabled(!m_path->text().trimmed().isEmpty());
}

workflow::ImportRequest ImportDialog::request() const {
  workflow::ImportRequest request{.paths = {toPath(m_path->text().trimmed())}};
  request.list.layout = layoutOf(*m_layout);
  request.list.caption_column = m_captionColumn->text().trimmed().toStdString();
  request.list.video_column = m_videoColumn->text().trimmed().toStdString();
  request.list.data_root = toPath(m_dataRoot->text().trimmed());
  request.list.caption_extension = m_extension->text().trimmed().toStdString();
  request.min_frames = m_leastFrames->value();
  request.list.caption_lines = m_captionLines->isEnabled() && m_captionLines->isChecked();
  request.update_captions = m_updateCaptions->isChecked();
  return request;
}

ExportDialog::ExportDialog(std::vector<int64_t> listed, std::vector<int64_t> selected,
                           std::vector<std::string> buckets, double fps, QWidget* parent)
    : QDialog(parent),
      m_buckets(std::move(buckets)),
      m_fps(fps),
      m_folder(new QLineEdit),
      m_layout(new QComboBox),
      m_clips(new QComboBox),
      m_scope(new QComboBox) {
  setWindowTitle(tr("Export clips"));
  setGuidePage(*this, QStringLiteral("dataset.md#export"));
  addLayouts(*m_layout);
  m_clips->addItem(tr("Refer to the original videos"), false);
  m_clips->addItem(tr("Write each sample as a file: cut, cropped and resized"), true);
  const bool areMany = selected.size() > 1;
  m_scope->addItem(tr("All clips"));
  m_scopes.emplace_back();
  if (!listed.empty()) {
    m_scope->addItem(tr("%n clips of the filtered list", nullptr, static_cast<int>(listed.size())));
    m_scopes.push_back(std::move(listed));
  }
  if (!selected.empty()) {
    m_scope->addItem(tr("%n selected clips", nullptr, static_cast<int>(selected.size())));
    m_scopes.push_back(std::move(selected));
  }
  if (areMany) m_scope->setCurrentIndex(m_scope->count() - 1);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  addField(*form, tr("&Folder"), withFolderButton(m_folder, tr("Choose a folder to export to")), m_folder,
           tr("An empty folder, or one that does not exist yet."));
  addField(*form, tr("&Layout"), m_layout, m_layout, tr("How captions and videos are stored."));
  addField(*form, tr("&Videos"), m_clips, m_clips, tr("Whether each clip is written to a file of its own."));
  addField(*form, tr("&Clips"), m_scope, m_scope, tr("Which clips are exported."));
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addStretch(1);
  m_export = addButtons(*this, *column, tr("Export"));
  m_export->setEnabled(false);
  connect(m_folder, &QLineEdit::textChanged, this,
          [this] { m_export->setEnabled(!m_folder->text().trimmed().isEmpty()); });
  resize(560, sizeHint().height());
}

workflow::ExportRequest ExportDialog::request() const {
  workflow::ExportRequest request{.folder = toPath(m_folder->text().trimmed())};
  request.layout = layoutOf(*m_layout);
  request.cut = m_clips->currentData().toBool();
  if (request.cut) {
    request.buckets = m_buckets;
    request.fps = m_fps;
  }
  request.clips = m_scopes[static_cast<size_t>(m_scope->currentIndex())];
  return request;
}

}  // namespace fw::ui
