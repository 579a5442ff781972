// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/atomic_file.h"
#include "media/frame.h"

namespace fw::media {

enum class ImageFormat { png, jpeg, webp /* lossless */ };

/// From the file name extension: .png, .jpg, .jpeg, .webp in any case.
/// @throws fw::Error media.bad_output for any other
ImageFormat image_format_of(const std::filesystem::path& file);

/// The first frame of a picture or video, upright and with square pixels.
/// @throws fw::Error for any problem with opening the file (errors.h). Thread: any.
RgbImage read_image(const std::filesystem::path& file);

/// Encodes a picture file.
/// @param jpeg_quality  1..100 on the usual scale; only for JPEG. JPEG keeps colour at full resolution.
/// @throws fw::Error media.bad_output if the size is not possible. Thread: any.
std::vector<uint8_t> encode_image(const RgbImage& image, ImageFormat format, int jpeg_quality = 92);
/// Writes a picture file atomically. @throws fw::Error media.bad_output, base.write_failed, base.file_exists
void write_image(const std::filesystem::path& file, const RgbImage& image,
                 Existing existing = Existing::refuse);

/// Writes the frame upright, with square pixels, in its own size; a PNG stores more than 8 bits as 16.
/// @throws as write_image
void write_frame(const std::filesystem::path& file, const VideoFrame& frame,
                 Existing existing = Existing::refuse);

}  // namespace fw::media
