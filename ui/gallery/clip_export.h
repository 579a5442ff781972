// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "ui/gallery/gallery_run.h"

/// Clips as files for others. What a name ends in says the kind: .mp4, .gif, or nothing for a folder of PNG
/// pictures. A file is there whole or not at all. Thread: any.
namespace fw::ui {

struct ExportWork {
  std::function<void(int done, int total)> onProgress;
  std::stop_token stop;
};

/// The target is what the user chose and allowed to be replaced, but never a clip that it is made of.
/// An MP4 is copied as it is, with its recipe inside; the other kinds have it in a JSON file beside them.
/// @throws fw::Error gallery.bad_export_name, media.*, base.write_failed, base.target_is_source;
/// fw::Cancelled
void exportClip(const std::filesystem::path& clip, const std::filesystem::path& target,
                const ExportWork& work);

struct ExportedSide {
  std::filesystem::path file;
  QString note;  ///< written above its picture
};
/// A and B beside each other, each frame of B with the same one of A, or A's last. Small clips are enlarged,
/// so that the notes can be read. @throws as exportClip
void exportComparison(const ExportedSide& a, const ExportedSide& b, const std::filesystem::path& target,
                      const ExportWork& work);

/// The middle frame of every clip, a row for each step and a column for each prompt, as one PNG picture. A
/// clip whose file cannot be read leaves its place empty. @throws as exportClip
void exportSheet(const GalleryRun& run, const std::filesystem::path& target, const ExportWork& work);

}  // namespace fw::ui
