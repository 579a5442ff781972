// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/check_card.h"

#include <QAction>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

CheckCard::CheckCard(QWidget* parent) : Card(tr("Before you start"), parent) {
  setObjectName(QStringLiteral("checkCard"));
  hide();
}

void CheckCard::showAdvice(const std::vector<Fault>& advice) {
  if (advice == m_advice) return;
  m_advice = advice;
  delete m_rows;
  m_rows = new QWidget;
  auto* const grid = new QGridLayout(m_rows);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(1, 1);
  for (const Fault& each : m_advice) {
    const int row = grid->rowCount();
    auto* const sign = new QLabel;
    showIcon(*sign, "warning", Tint::warning, 18);
    grid->addWidget(sign, row, 0, Qt::AlignTop);
    auto* const text = new WrapLabel(faultWithHint(each));
    auto* const copy = new QAction(icon("copy"), tr("&Copy"), text);
    connect(copy, &QAction::triggered, text, [text] { QGuiApplication::clipboard()->setText(text->text()); });
    text->addAction(copy);
    offerActions(*text);
    text->setFocusPolicy(Qt::StrongFocus);
    grid->addWidget(text, row, 1);
    if (const auto remedy = m_remedies.find(each.code); remedy != m_remedies.end())
      grid->addWidget(actionButton(remedy->second), grid->rowCount(), 1, Qt::AlignLeft);
  }
  for (const auto& [code, command] : m_remedies) command->setEnabled(holds(code));
  body()->addWidget(m_rows);
  setVisible(!m_advice.empty());
}

void CheckCard::setRemedy(std::string code, QAction* command) {
  command->setEnabled(holds(code));
  m_remedies.insert_or_assign(std::move(code), command);
}

bool CheckCard::holds(std::string_view code) const {
  return std::ranges::any_of(m_advice, [&](const Fault& each) { return each.code == code; });
}

}  // namespace fw::ui
