// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dataset/dataset_manifest.h"

namespace fw::training {

/// The names of samples and of their cache entries, packed, as the loader needs them. A million samples take
/// about 0.2 GB here and several times that as a DatasetManifest with captions and sources, which training
/// does not need. Thread: any.
class SampleList {
 public:
  /// Views into the list.
  struct Sample {
    std::string_view id, latents, text, image, empty_text;
    double fps = 0;
  };
  explicit SampleList(const dataset::DatasetManifest& samples);
  Sample operator[](size_t index) const;

 private:
  static constexpr size_t fields = 5;
  std::string_view field(size_t number) const;

  std::string text_;
  std::vector<size_t> ends_;  ///< of each field in text_
  std::vector<float> fps_;
};

}  // namespace fw::training
