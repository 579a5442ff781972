// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "base/log.h"
#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_what(new WrapLabel),
      m_hint(new WrapLabel),
      m_more(new QLabel),
      m_remedies{new QPushButton, new QPushButton},
      m_showInLog(new QPushButton(icon("log"), tr("Show in log"))),
      m_explain(new QToolButton),
      m_close(new QToolButton) {
  setObjectName(QStringLiteral("messageBar"));
  setBold(*m_what);
  m_explain->setIcon(icon("help"));
  m_explain->setAutoRaise(true);
  m_explain->setToolTip(tr("What the guide says about this"));
  named(m_explain, tr("What the guide says about this"));
  m_close->setIcon(icon("close"));
  m_close->setAutoRaise(true);
  m_close->setToolTip(tr("Dismiss this message"));
  for (QPushButton* const remedy : m_remedies) remedy->setFocusPolicy(Qt::NoFocus);  // until it has a name
  named(m_close, tr("Dismiss this message"));
  named(m_showInLog, tr("Show in log"), tr("Opens the log at the line about this message"));

  auto* const texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addWidget(m_what);
  texts->addWidget(m_hint);
  auto* const ways = new QHBoxLayout;
  ways->setSpacing(10);
  ways->addStretch(1);
  ways->addWidget(m_more);
  for (QPushButton* const remedy : m_remedies) ways->addWidget(remedy);
  ways->addWidget(m_showInLog);
  ways->addWidget(m_explain);
  ways->addWidget(m_close);
  m_parts = new QBoxLayout(QBoxLayout::LeftToRight);
  m_parts->setSpacing(10);
  m_parts->addLayout(texts, 1);
  m_parts->addLayout(ways);
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(16, 10, 10, 10);
  row->setSpacing(10);
  row->addWidget(m_icon, 0, Qt::AlignTop);
  row->addLayout(m_parts, 1);

  // The message may be removed while one of its buttons is pressed.
  const auto onClick = [this](QAbstractButton* button, std::function<void(const Message&)> answer) {
    connect(button, &QAbstractButton::clicked, this, [this, answer = std::move(answer)] {
      if (!m_messages.empty()) answer(m_messages.back());
    });
  };
  for (int place = 0; place < mostRemedies; ++place)
    onClick(m_remedies[static_cast<size_t>(place)], [place](const Message& message) {
      if (QAction* const remedy = message.remedies.value(place)) remedy->trigger();
    });
  onClick(m_showInLog, [this](const Message& message) { Q_EMIT showInLogRequested(message.fault); });
  onClick(m_explain, [this](const Message&) { Q_EMIT guideRequested(guidePage(this)); });
  onClick(m_close, [this](const Message&) {
    m_messages.pop_back();
    showNewest();
  });
  hide();
}

void MessageBar::showFault(const Fault& fault, const QString& subject, const QList<QAction*>& remedies,
                           const QString& owner) {
  add({fault, Tint::bad, subject, remedies, owner});
}

void MessageBar::tellOf(const QString& owner, const Fault& fault) {
  log::fault(spdlog::level::err, fault);
  showFault(fault, {}, {}, owner);
}

void MessageBar::showAdvice(const Fault& fault, const QString& subject, const QList<QAction*>& remedies,
                            const QString& owner) {
  add({fault, Tint::warning, subject, remedies, owner});
}

void MessageBar::showLasting(const Fault& fault, const QList<QAction*>& remedies) {
  add({fault, Tint::bad, {}, remedies, {}, true});
}

void MessageBar::add(Message message) {
  std::erase_if(m_messages, [&](const Message& old) {
    return old.fault == message.fault && old.subject == message.subject;
  });
  m_messages.push_back(std::move(message));
  std::ranges::stable_partition(m_messages, [](const Message& each) { return !each.lasts; });
  showNewest();
}

void MessageBar::takeOver(const MessageBar& other, const std::function<QAction*(const QString&)>& command) {
  for (Message message : other.m_messages) {
    for (QAction*& remedy : message.remedies) remedy = command(remedy->objectName());
    add(std::move(message));
  }
}

void MessageBar::dismiss(const std::string& code) {
  if (std::erase_if(m_messages, [&](const Message& message) { return message.fault.code == code; }) > 0)
    showNewest();
}

void MessageBar::clear() {
  m_messages.clear();
  showNewest();
}

void MessageBar::dismissOf(const QString& owner) {
  if (std::erase_if(m_messages, [&](const Message& message) { return message.owner == owner; }) > 0)
    showNewest();
}

bool MessageBar::holds(std::string_view code) const {
  return std::ranges::any_of(m_messages, [&](const Message& message) { return message.fault.code == code; });
}

QString MessageBar::text() const {
  return m_messages.empty() ? QString() : m_what->text() + QLatin1Char('\n') + m_hint->text();
}

void MessageBar::showNewest() {
  // A pressed button was meant for the previous message.
  for (auto* const button : findChildren<QAbstractButton*>()) button->setDown(false);
  setVisible(!m_messages.empty());
  if (m_messages.empty()) return;
  const Message& message = m_messages.back();
  const bool isFault = message.tint == Tint::bad;
  showIcon(*m_icon, isFault ? "error" : "warning", message.tint, 20);
  const QString what = faultText(message.fault);
  const QString subject = fontMetrics().elidedText(message.subject, Qt::ElideRight, 300);
  m_what->setText(subject.isEmpty() ? what : tr("%1: %2").arg(subject, what));
  m_hint->setText(faultHint(message.fault));
  m_hint->setVisible(!m_hint->text().isEmpty());
  setGuidePage(*this,
               QStringLiteral("errors.md#") + headingAnchor(QString::fromStdString(message.fault.code)));
  const int others = count() - 1;
  m_more->setText(others > 0 ? tr("%n more", nullptr, others) : QString());
  for (int place = 0; place < mostRemedies; ++place) {
    QPushButton* const button = m_remedies[static_cast<size_t>(place)];
    const QAction* const remedy = message.remedies.value(place);
    button->setVisible(remedy != nullptr);
    if (remedy == nullptr) continue;
    button->setObjectName(remedy->objectName() + QStringLiteral(".button"));
    button->setText(remedy->iconText());
    button->setIcon(remedy->icon());
    button->setFocusPolicy(Qt::StrongFocus);
    named(button, button->text(), remedy->whatsThis());
  }
  m_showInLog->setVisible(isFault);
  m_close->setVisible(!message.lasts);
  named(this, isFault ? tr("Error") : tr("Advice"), text());
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
  update();
}

/// Buttons next to the text, or below it if the text column would become too narrow.
void MessageBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  const bool isNarrow = width() < fontMetrics().averageCharWidth() * 110;
  m_parts->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void MessageBar::paintEvent(QPaintEvent*) {
  if (m_messages.empty()) return;
  const QColor tint = tintColor(m_messages.back().tint, palette());
  QPainter painter(this);
  painter.fillRect(rect(), blended(palette().color(QPalette::Window), tint, 0.13));
  painter.fillRect(QRect(0, 0, 4, height()), tint);
  painter.setPen(lineColor(palette()));
  painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace fw::ui
