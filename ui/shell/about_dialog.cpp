// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

struct Component {
  const char* name;
  const char* licence;
};

/// Everything that a built window contains or loads; names and licences are not translated.
constexpr Component components[] = {
    {"Qt " QT_VERSION_STR, "LGPL-3.0-only"},
    {"LibTorch 2.11", "BSD-3-Clause"},
    {"CUDA 13", "NVIDIA CUDA EULA"},
    {"FFmpeg", "GPL-2.0-or-later"},
    {"SQLite", "public domain"},
    {"SQLiteCpp", "MIT"},
    {"SentencePiece", "Apache-2.0"},
    {"spdlog", "MIT"},
    {"JSON for Modern C++", "MIT"},
    {"toml++", "MIT"},
    {"xxHash", "BSD-2-Clause"},
};

QTextBrowser* page(const QString& name, const QString& file) {
  auto* const browser = named(new QTextBrowser, name);
  browser->setFrameShape(QFrame::NoFrame);
  QFile text(file);
  if (text.open(QIODevice::ReadOnly)) browser->setPlainText(QString::fromUtf8(text.readAll()));
  return browser;
}

QTextBrowser* componentsPage() {
  auto* const browser = named(new QTextBrowser, AboutDialog::tr("Built with"));
  browser->setFrameShape(QFrame::NoFrame);
  QString html = QStringLiteral("<table cellpadding='4'>");
  for (const Component& component : components)
    html += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>")
                .arg(QLatin1String(component.name), QLatin1String(component.licence));
  browser->setHtml(html + QStringLiteral("</table>"));
  return browser;
}

}  // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("aboutDialog"));
  setWindowTitle(tr("About Framewright"));
  setAccessibleName(windowTitle());
  auto* const picture = new QLabel;
  picture->setPixmap(applicationIcon().pixmap(QSize(72, 72), devicePixelRatioF()));
  auto* const text =
      new QLabel(tr("<h2>Framewright %1</h2><p>Turns videos into datasets, trains video diffusion models on "
                    "them and previews the results, all on your own computer.</p><p>The window is free "
                    "software under the GNU General Public License, version 3 or later; the engine's sources "
                    "are under the Apache License 2.0. It comes with no warranty.</p>")
                     .arg(QStringLiteral(FW_VERSION)));
  text->setWordWrap(true);
  auto* const top = new QHBoxLayout;
  top->setSpacing(18);
  top->addWidget(picture, 0, Qt::AlignTop);
  top->addWidget(text, 1);
  auto* const tabs = named(new QTabWidget, tr("Licences"));
  tabs->setDocumentMode(true);
  tabs->addTab(componentsPage(), tr("Built with"));
  tabs->addTab(page(tr("GNU GPL 3"), QStringLiteral(":/licences/LICENSE-GPL-3.0")), tr("GNU GPL 3"));
  tabs->addTab(page(tr("Apache 2.0"), QStringLiteral(":/licences/LICENSE-APACHE-2.0")), tr("Apache 2.0"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(20, 18, 20, 16);
  column->setSpacing(14);
  column->addLayout(top);
  column->addWidget(tabs, 1);
  column->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 34);
}

}  // namespace fw::ui
