// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/dataset_manifest.h"

namespace fw::training {

/// The fields of samples that the loader needs, packed: their names, those of their cache entries, and their
/// weights. A million samples take about 0.2 GB here and several times that as a DatasetManifest with
/// captions and sources, which training does not need. Thread: any.
class SampleList {
 public:
  /// Views into the list.
  struct Sample {
    std::string_view id, latents, text, image, empty_text;
    double fps = 0;
  };
  explicit SampleList(const dataset::DatasetManifest& samples);
  Sample operator[](size_t index) const;
  /// Texts of a sample: its caption's and those of its other captions.
  size_t texts(size_t index) const { return 1 + more_ends(index) - more_begin(index); }
  std::string_view text(size_t index, size_t number) const;
  double loss_weight(size_t index) const { return loss_weights_.empty() ? 1 : loss_weights_[index]; }
  /// nullopt: the run's
  std::optional<double> caption_dropout(size_t index) const;

 private:
  static constexpr size_t fields = 5;
  std::string_view field(size_t number) const;
  size_t more_begin(size_t index) const { return index == 0 || more_of_.empty() ? 0 : more_of_[index - 1]; }
  size_t more_ends(size_t index) const { return more_of_.empty() ? 0 : more_of_[index]; }

  std::string text_;
  std::vector<size_t> ends_;  ///< of each field in text_
  std::vector<float> fps_;
  // Empty if no sample has any:
  std::vector<std::string> more_texts_;  ///< of all samples
  std::vector<size_t> more_of_;          ///< one past a sample's last in more_texts_
  std::vector<double> loss_weights_;
  std::vector<double> dropouts_;  ///< below 0: the run's
};

}  // namespace fw::training
