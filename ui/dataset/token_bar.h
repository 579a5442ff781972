// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "catalog/model_spec.h"

namespace fw::ui {

class TextBar;

/// How much of what each of a model's encoders reads a caption takes, a bar for each; or of several captions
/// how much the longest takes, and how many take too much. GUI thread only.
class TokenBar : public QWidget {
  Q_OBJECT
 public:
  struct Count {
    catalog::EncoderSpec encoder{};
    int64_t tokens = 0;   ///< of several captions the most
    int64_t least = 0;    ///< and the fewest
    int64_t tooLong = 0;  ///< and how many have more than the encoder reads
    bool isOfMany = false;
  };
  explicit TokenBar(QWidget* parent = nullptr);

  /// Empty: no bars, and the widget is hidden.
  void showCounts(const std::vector<Count>& counts);
  /// "31 of 226 tokens"; "Llama 31/256" where there are several encoders; "8–31 of 226 tokens" of several
  /// captions.
  QStringList texts() const;

 private:
  QList<TextBar*> m_bars;
};

}  // namespace fw::ui
