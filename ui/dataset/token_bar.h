// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "catalog/model_spec.h"

namespace fw::ui {

class TextBar;

/// The share of each text encoder's limit that a caption uses, one bar per encoder; for several captions the
/// longest, and the number of captions that are too long. GUI thread only.
class TokenBar : public QWidget {
  Q_OBJECT
 public:
  struct Count {
    catalog::EncoderSpec encoder{};
    int64_t tokens = 0;   ///< the maximum for several captions
    int64_t least = 0;    ///< the minimum
    int64_t tooLong = 0;  ///< number of captions longer than the limit
    bool isOfMany = false;
  };
  explicit TokenBar(QWidget* parent = nullptr);

  /// Empty: hides the widget.
  void showCounts(const std::vector<Count>& counts);
  /// "31 of 226 tokens"; "Llama 31/256" with several encoders; "8–31 of 226 tokens" with several captions.
  QStringList texts() const;

 private:
  QList<TextBar*> m_bars;
};

}  // namespace fw::ui
