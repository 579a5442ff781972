// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/error.h"
#include "ui/widgets/card.h"

namespace fw::ui {

/// What a person should know before the run starts: nothing of it keeps the run from starting. Hidden while
/// there is nothing. GUI thread only.
class CheckCard : public Card {
  Q_OBJECT
 public:
  explicit CheckCard(QWidget* parent = nullptr);

  void showAdvice(const std::vector<Fault>& advice);
  bool holds(std::string_view code) const;

 private:
  std::vector<Fault> m_advice;
  QWidget* m_rows = nullptr;
};

}  // namespace fw::ui
