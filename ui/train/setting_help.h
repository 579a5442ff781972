// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_settings.h"
#include "ui/widgets/card.h"

class QLabel;

namespace fw::ui {

class WrapLabel;

/// Explains the setting that has the focus or is under the mouse. GUI thread only.
class SettingHelp : public Card {
  Q_OBJECT
 public:
  explicit SettingHelp(QWidget* parent = nullptr);
  void explain(const catalog::Setting& setting, const std::string& family);

 private:
  WrapLabel* m_name;
  WrapLabel* m_text;
  WrapLabel* m_facts;
};

}  // namespace fw::ui
