// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "ui/widgets/card.h"

class QAction;

namespace fw::ui {

/// Advice before the run starts; none of it blocks the run. Some advice comes with a command that fixes it.
/// Hidden while there is none. GUI thread only.
class CheckCard : public Card {
  Q_OBJECT
 public:
  explicit CheckCard(QWidget* parent = nullptr);

  void showAdvice(const std::vector<Fault>& advice);
  bool holds(std::string_view code) const;
  /// Offers `command` next to advice with this code. The command is enabled while the card shows that advice.
  void setRemedy(std::string code, QAction* command);

 private:
  std::map<std::string, QAction*> m_remedies;
  std::vector<Fault> m_advice;
  QWidget* m_rows = nullptr;
};

}  // namespace fw::ui
