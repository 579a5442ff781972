// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QTextBrowser;

namespace fw::ui {

/// The bundled user's guide in its own window: Markdown pages, links, and a search over all pages. Web links
/// open in the browser. GUI thread only.
class GuideWindow : public QWidget {
  Q_OBJECT
 public:
  static constexpr const char* contents = "index.md";

  /// @param folder  of the pages; if it is missing, the window shows a message
  explicit GuideWindow(const QString& folder, QWidget* parent = nullptr);

  /// Comes to the front. @param page  "train.md", "settings.md#runseed"; unknown or empty: the contents
  void open(const QString& page);
  /// Including the heading it was opened at.
  QString page() const;
  QTextBrowser& browser() const { return *m_browser; }

 private:
  void search();

  const QString m_folder;
  QTextBrowser* m_browser;
  QLineEdit* m_search;
  QLabel* m_found;  // result of the search
};

}  // namespace fw::ui
