// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace fw::ui {

/// Data of a clip other than its name, for clip views.
enum ClipRole {
  ClipCaptionedRole =
      Qt::UserRole + 1,  ///< false for a clip without a caption; invalid while its row is loading
  ClipFactsRole,         ///< "720x480, 49 frames, 8 fps"
  ClipThumbnailRole,     ///< QPixmap; null while it is being made
  ClipUnavailableRole,   ///< true when the file cannot be shown
  ClipScrubRole,         ///< double, 0 to 1: the position in the clip that its picture shows; invalid: none
  ClipIssueRole          ///< true when the file is damaged or missing
};

}  // namespace fw::ui
