// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/new_project_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "base/file_tree.h"
#include "base/log.h"
#include "project/project.h"
#include "ui/state/fault_text.h"
#include "ui/state/project_session.h"
#include "ui/state/settings.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/file_questions.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

const QString projectKind = QStringLiteral("project");

QString firstPlace() {
  const QString last = Settings().lastFolder(projectKind);
  return last.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) : last;
}

}  // namespace

NewProjectDialog::NewProjectDialog(ProjectSession& session, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_name(new QLineEdit),
      m_place(new QLineEdit(QDir::toNativeSeparators(firstPlace()))),
      m_says(new WrapLabel) {
  setWindowTitle(tr("New project"));
  setGuidePage(*this, QStringLiteral("start.md#a-project"));
  setObjectName(QStringLiteral("newProject"));
  named(m_name, tr("Project name"), tr("The project's folder gets this name."));
  named(m_place, tr("Location"), tr("The folder that the project's folder is created in."));
  auto* const choose = named(new QPushButton(icon("folder"), tr("Choose…")), tr("Choose the location"));
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, [this] {
    const QString folder =
        askForFolder(this, tr("Location of the new project"), projectKind, m_place->text());
    if (!folder.isEmpty()) m_place->setText(QDir::toNativeSeparators(folder));
  });
  auto* const where = new QHBoxLayout;
  where->addWidget(m_place, 1);
  where->addWidget(choose);
  auto* const form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  form->addRow(tr("&Name"), m_name);
  auto* const location = new QLabel(tr("&Location"));
  location->setBuddy(m_place);
  form->addRow(location, where);
  m_says->setForegroundRole(QPalette::PlaceholderText);
  m_says->setMinimumHeight(fontMetrics().lineSpacing() * 2);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_create = buttons->addButton(tr("&Create"), QDialogButtonBox::AcceptRole);
  m_create->setObjectName(QStringLiteral("createProject"));
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(m_says);
  column->addWidget(buttons);
  m_create->setDefault(true);  // a dialog knows only buttons that are in it
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (QLineEdit* const field : {m_name, m_place})
    connect(field, &QLineEdit::textChanged, this, &NewProjectDialog::check);
  connect(&session, &ProjectSession::created, this, [this] {
    Settings().setLastFolder(projectKind, QFileInfo(folder()).absolutePath());
    QDialog::accept();
  });
  connect(&session, &ProjectSession::notCreated, this, [this](const Fault& fault) {
    log::fault(spdlog::level::err, fault);
    check();
    m_says->setText(faultWithHint(fault));
  });
  resize(560, sizeHint().height());
  m_name->setFocus();
  check();
}

QString NewProjectDialog::says() const {
  return m_says->text();
}

QString NewProjectDialog::nameTyped() const {
  return m_name->text().trimmed();
}

QString NewProjectDialog::folder() const {
  return QDir::cleanPath(QDir::fromNativeSeparators(m_place->text().trimmed()) + QLatin1Char('/') +
                         nameTyped());
}

void NewProjectDialog::accept() {
  if (m_session.isBusy()) return;
  m_create->setEnabled(false);
  m_session.create(folder());
}

QString NewProjectDialog::refusal() const {
  try {
    check_file_name(nameTyped().toStdString());
  } catch (const Error& error) {
    return faultWithHint(error.fault());
  }
  if (!QDir::isAbsolutePath(folder())) return tr("Choose a location: a folder with its whole path.");
  const QString database =
      QString::fromUtf8(project::database_name.data(), static_cast<qsizetype>(project::database_name.size()));
  if (!QFileInfo::exists(folder() + QLatin1Char('/') + database)) return {};
  return tr("There already is a project in %1. Open it instead, or choose another name.")
      .arg(QDir::toNativeSeparators(folder()));
}

void NewProjectDialog::check() {
  if (nameTyped().isEmpty()) {
    m_create->setEnabled(false);
    m_says->setText(tr("Videos stay where they are; the project's folder holds captions, runs and clips."));
    return;
  }
  const QString refused = refusal();
  m_create->setEnabled(refused.isEmpty());
  m_says->setText(refused.isEmpty() ? tr("Will be created in %1.").arg(QDir::toNativeSeparators(folder()))
                                    : refused);
}

}  // namespace fw::ui
