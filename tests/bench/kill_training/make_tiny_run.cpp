// SPDX-License-Identifier: Apache-2.0
//
// make_tiny_run FOLDER [KEY=VALUE …]: a model, a dataset and a run.toml in miniature, for kill_training.sh.
#include <iostream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "support/tiny_run.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::filesystem::path folder = argv[1];
  try {
    fw::support::make_tiny_model(folder / "model");
    fw::support::make_tiny_dataset(folder, 7);
    fw::write_file_atomically(folder / "run.toml", fw::support::tiny_run_text({argv + 2, argv + argc}),
                              fw::Existing::replace);
  } catch (const fw::Error& error) {
    std::cerr << error.fault().full_message() << std::endl;
    return 1;
  }
}
