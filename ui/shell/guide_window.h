// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QTextBrowser;

namespace fw::ui {

/// The user's guide that comes with the program, in a window of its own: pages in Markdown, the links between
/// them, and a search through all of them. Links to the web open in the browser. GUI thread only.
class GuideWindow : public QWidget {
  Q_OBJECT
 public:
  static constexpr const char* contents = "index.md";

  /// @param folder  of the pages; one that is missing is said in place of a page
  explicit GuideWindow(const QString& folder, QWidget* parent = nullptr);

  /// Comes to the front. @param page  "train.md", "settings.md#runseed"; unknown or empty: the contents
  void open(const QString& page);
  /// With the heading that it was opened at.
  QString page() const;
  QTextBrowser& browser() const { return *m_browser; }

 private:
  void search();

  const QString m_folder;
  QTextBrowser* m_browser;
  QLineEdit* m_search;
  QLabel* m_found;  // what the search says
};

}  // namespace fw::ui
