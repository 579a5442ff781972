// SPDX-License-Identifier: Apache-2.0
//
// make_tiny_run FOLDER [KEY=VALUE …]: a model, a dataset and a run.toml in miniature, for kill_training.sh
// and same_numbers.sh. The setting training.task=image_to_video makes a model and a dataset with first
// frames.
#include <algorithm>
#include <iostream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "support/tiny_run.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool asks = std::ranges::count(arguments, "--help") > 0;
  if (asks || arguments.empty() ||
      std::ranges::any_of(arguments, [](auto& each) { return each[0] == '-'; })) {
    (asks ? std::cout : std::cerr) << "usage: make_tiny_run FOLDER [KEY=VALUE …]" << std::endl;
    return asks ? 0 : 2;
  }
  const std::filesystem::path folder = arguments[0];
  try {
    const std::vector<std::string> settings(arguments.begin() + 1, arguments.end());
    const bool image_to_video = std::ranges::count(settings, "training.task=image_to_video") > 0;
    fw::support::make_tiny_model(folder / "model", {.image_to_video = image_to_video});
    fw::support::make_tiny_dataset(folder, 7, {.image_to_video = image_to_video});
    fw::write_file_atomically(folder / "run.toml", fw::support::tiny_run_text(settings),
                              fw::Existing::replace);
  } catch (const fw::Error& error) {
    std::cerr << error.fault().full_message() << std::endl;
    return 1;
  }
}
