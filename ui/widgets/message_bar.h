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

/// What went wrong, why, and what to do, above the page and never in the way of work. Messages wait for one
/// another; the same one is not shown twice. Hidden while there is none. GUI thread only.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);

  static constexpr int mostRemedies = 2;
  /// A fault that the log has.
  /// @param subject   what it is about, e.g. a job's title; may be empty
  /// @param remedies  commands that may mend it, shown as buttons; at most mostRemedies
  /// @param owner     a project or job, say: dismissOf() takes the message away with it
  void showFault(const Fault& fault, const QString& subject = {}, const QList<QAction*>& remedies = {},
                 const QString& owner = {});
  /// A fault that is in no log yet: logs it, too, where "Show in log" finds it.
  void tell(const Fault& fault) { tellOf({}, fault); }
  void tellOf(const QString& owner, const Fault& fault);
  /// A fault that does not stop anything, e.g. advice on a driver.
  void showAdvice(const Fault& fault, const QString& subject = {}, const QList<QAction*>& remedies = {},
                  const QString& owner = {});
  /// A fault without whose end no work can go on: it cannot be dismissed, and no other message covers it.
  void showLasting(const Fault& fault, const QList<QAction*>& remedies);
  /// Takes away the message about this code: its cause is gone.
  void dismiss(const std::string& code);
  void clear();
  /// Takes away all messages of an owner.
  void dismissOf(const QString& owner);
  int count() const { return static_cast<int>(m_messages.size()); }
  /// Whether a message about this code is there, shown or behind others.
  bool holds(std::string_view code) const;
  QString text() const;
  /// What another window's bar shows. @param command  this window's own of that name
  void takeOver(const MessageBar& other, const std::function<QAction*(const QString&)>& command);

 Q_SIGNALS:
  void showInLogWanted(const fw::Fault& fault);
  /// The guide's entry about this error.
  void guideWanted(const QString& page);

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

  std::deque<Message> m_messages;  // the last one is shown; those that last are behind all others
  QLabel* m_icon;
  QLabel* m_what;
  QLabel* m_hint;
  QLabel* m_more;
  QBoxLayout* m_parts;  // what it says, and what can be done about it
  std::array<QPushButton*, mostRemedies> m_remedies;
  QPushButton* m_showInLog;
  QToolButton *m_explain, *m_close;
};

}  // namespace fw::ui
