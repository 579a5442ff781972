// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "run/preset.h"

namespace fw::ui {

/// One preset as a clickable card. GUI thread only.
class PresetButton : public QAbstractButton {
  Q_OBJECT
 public:
  /// @param name  as shown on the card
  PresetButton(const run::Preset& preset, const QString& name, bool suits, QWidget* parent = nullptr);

  const std::string& id() const { return m_id; }
  /// It is for this computer's card.
  bool suits() const { return m_suits; }
  void setUsed(bool used);
  bool isUsed() const { return m_isUsed; }
  QSize sizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void describe();
  static QStringList linesOf(const QString& text, const QFont& font, int width);
  QStringList nameLines(int width) const;
  QStringList verdictLines(int width) const;

  std::string m_id;
  QString m_name, m_verdict, m_basis;
  bool m_fits;
  bool m_suits;
  bool m_isUsed = false;
};

}  // namespace fw::ui
