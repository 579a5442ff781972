// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <array>
#include <deque>
#include <functional>

#include "base/error.h"
#include "ui/theme/palettes.h"

class QAction;
class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace fw::ui {

/// Shows what went wrong, why, and what to do, above the page and without blocking work. Messages queue up;
/// duplicates are shown once. Hidden when empty. GUI thread only.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);

  static constexpr int mostRemedies = 2;
  /// Shows a fault that is already in the log.
  /// @param subject   e.g. a job's title; may be empty
  /// @param remedies  commands that may fix it, shown as buttons; at most mostRemedies
  /// @param owner     e.g. a project or job: dismissOf() removes the message with it
  void showFault(const Fault& fault, const QString& subject = {}, const QList<QAction*>& remedies = {},
                 const QString& owner = {});
  /// Shows a fault that is not in the log yet, and logs it for "Show in log".
  void tell(const Fault& fault) { tellOf({}, fault); }
  void tellOf(const QString& owner, const Fault& fault);
  /// Shows a fault that does not stop anything, e.g. advice about a driver.
  void showAdvice(const Fault& fault, const QString& subject = {}, const QList<QAction*>& remedies = {},
                  const QString& owner = {});
  /// Shows a fault that blocks all work: it cannot be dismissed, and no other message covers it.
  void showLasting(const Fault& fault, const QList<QAction*>& remedies);
  /// Removes the message with this code: its cause is gone.
  void dismiss(const std::string& code);
  void clear();
  /// Removes all messages of an owner.
  void dismissOf(const QString& owner);
  int count() const { return static_cast<int>(m_messages.size()); }
  /// Whether a message with this code exists, visible or queued.
  bool holds(std::string_view code) const;
  QString text() const;
  /// Takes over the messages of another window's bar. @param command  this window's command of that name
  void takeOver(const MessageBar& other, const std::function<QAction*(const QString&)>& command);

 Q_SIGNALS:
  void showInLogRequested(const fw::Fault& fault);
  /// Requests the guide's entry for this error.
  void guideRequested(const QString& page);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Message {
    Fault fault;
    Tint tint;
    QString subject;
    QList<QAction*> remedies;
    QString owner;
    bool lasts = false;
  };
  void add(Message message);
  void showNewest();

  std::deque<Message> m_messages;  // the last one is shown; lasting ones are at the front
  QLabel* m_icon;
  QLabel* m_what;
  QLabel* m_hint;
  QLabel* m_more;
  QBoxLayout* m_parts;  // text and remedies of the message
  std::array<QPushButton*, mostRemedies> m_remedies;
  QPushButton* m_showInLog;
  QToolButton *m_explain, *m_close;
};

}  // namespace fw::ui
