// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/guide_window.h"

#include <QAbstractTextDocumentLayout>
#include <QDir>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"

namespace fw::ui {

namespace {

constexpr int widestPicture = 760;

/// Scrolls to headings by name, which Qt's Markdown does not support, and limits pictures to the text's
/// width.
class GuideBrowser : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

  QVariant loadResource(int type, const QUrl& name) override {
    const QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return resource;
    const QImage picture = QImage::fromData(resource.toByteArray());
    return picture.width() > widestPicture ? picture.scaledToWidth(widestPicture, Qt::SmoothTransformation)
                                           : picture;
  }

 protected:
  void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override {
    QTextBrowser::doSetSource(url, type);
    if (!url.hasFragment()) return;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
      if (block.blockFormat().headingLevel() == 0 || headingAnchor(block.text()) != url.fragment()) continue;
      setTextCursor(QTextCursor(block));
      const qreal top = document()->documentLayout()->blockBoundingRect(block).top();
      verticalScrollBar()->setValue(qRound(top - document()->documentMargin()));
      return;
    }
  }
};

QToolButton* addButton(QHBoxLayout& row, const char* iconName, const QString& text, const QKeySequence& key) {
  auto* const button = named(new QToolButton, text);
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
  button->setShortcut(key);
  row.addWidget(button);
  return button;
}

QStringList pagesIn(const QString& folder) {
  return QDir(folder).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
}

}  // namespace

GuideWindow::GuideWindow(const QString& folder, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_folder(folder),
      m_browser(new GuideBrowser),
      m_search(new QLineEdit),
      m_found(new QLabel) {
  setObjectName(QStringLiteral("guideWindow"));
  setWindowTitle(tr("User's guide"));
  resize(860, 720);
  auto* const row = new QHBoxLayout;
  const QToolButton* const home =
      addButton(*row, "contents", tr("Contents"), QKeySequence(QStringLiteral("Alt+Home")));
  QToolButton* const back = addButton(*row, "back", tr("Back"), QKeySequence(QStringLiteral("Alt+Left")));
  QToolButton* const forward =
      addButton(*row, "forward", tr("Forward"), QKeySequence(QStringLiteral("Alt+Right")));
  row->addStretch();
  m_found->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(m_found);
  row->addWidget(
      named(m_search, tr("Find in the guide"), tr("Return goes to the next place, on the next pages too.")));
  m_search->setPlaceholderText(tr("Find in the guide"));
  m_search->setClearButtonEnabled(true);
  m_search->setMinimumWidth(260);
  named(m_browser, tr("Page of the guide"));
  m_browser->setOpenExternalLinks(true);
  m_browser->document()->setDocumentMargin(20);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(m_browser, 1);
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(m_browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
  connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
  connect(back, &QToolButton::clicked, m_browser, &QTextBrowser::backward);
  connect(forward, &QToolButton::clicked, m_browser, &QTextBrowser::forward);
  connect(home, &QToolButton::clicked, this, [this] { open({}); });
  connect(m_search, &QLineEdit::returnPressed, this, &GuideWindow::search);
}

void GuideWindow::open(const QString& page) {
  show();  // first, since positions of headings depend on the window's width
  raise();
  activateWindow();
  m_browser->setFocus();
  const QDir folder(m_folder);
  const QString wanted = page.section(QLatin1Char('#'), 0, 0);
  const bool isThere = !wanted.isEmpty() && folder.exists(wanted);
  if (!isThere && !folder.exists(QLatin1String(contents))) {
    m_browser->setMarkdown(
        tr("The guide is not there: %1 is missing. Install Framewright again.").arg(m_folder));
    return;
  }
  QUrl url = QUrl::fromLocalFile(folder.filePath(isThere ? wanted : QLatin1String(contents)));
  if (isThere && page.contains(QLatin1Char('#'))) url.setFragment(page.section(QLatin1Char('#'), 1));
  m_browser->setSource(url);
}

QString GuideWindow::page() const {
  const QUrl url = m_browser->source();
  return url.hasFragment() ? url.fileName() + QLatin1Char('#') + url.fragment() : url.fileName();
}

void GuideWindow::search() {
  const QString text = m_search->text();
  m_found->clear();
  if (text.isEmpty() || m_browser->find(text)) return;
  // Continues on the following pages, then from the first page, and finally from the start of this one.
  QStringList pages = pagesIn(m_folder);
  const qsizetype place = pages.indexOf(m_browser->source().fileName());
  pages = pages.mid(place + 1) + pages.mid(0, place + 1);
  for (const QString& page : pages) {
    QFile file(QDir(m_folder).filePath(page));
    if (!file.open(QIODevice::ReadOnly) ||
        !QString::fromUtf8(file.readAll()).contains(text, Qt::CaseInsensitive))
      continue;
    m_browser->setSource(QUrl::fromLocalFile(file.fileName()));
    m_browser->moveCursor(QTextCursor::Start);
    if (m_browser->find(text)) return;  // not in a link's target or a picture's name
  }
  m_found->setText(tr("Nothing in the guide says “%1”.").arg(text));
}

}  // namespace fw::ui
