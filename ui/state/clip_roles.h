// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace fw::ui {

/// What models tell of a clip besides its name, for the views of clips.
enum ClipRole {
  ClipCaptionedRole =
      Qt::UserRole + 1,  ///< false for a clip without a caption; invalid while its row is on the way
  ClipFactsRole,         ///< "720x480, 49 frames, 8 fps"
  ClipThumbnailRole,     ///< QPixmap; null while it is made
  ClipUnavailableRole,   ///< true when the file cannot be shown
  ClipScrubRole,         ///< double, 0 to 1: the place in the clip that its picture shows; invalid: none
  ClipIssueRole          ///< true when the file is damaged or gone
};

}  // namespace fw::ui
