// SPDX-License-Identifier: Apache-2.0
//
// make_random_run MODEL FOLDER FRAMES HEIGHT WIDTH [KEY=VALUE …]: a dataset of random latents for a model
// folder, and a run.toml for it, in FOLDER (latent sizes). For measurements of a step.
#include <iostream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "run/run_file.h"
#include "support/random_dataset.h"

int main(int argc, char** argv) {
  using namespace fw;
  namespace fs = std::filesystem;
  if (argc < 6) {
    std::cerr << "usage: make_random_run MODEL FOLDER FRAMES HEIGHT WIDTH [KEY=VALUE …]" << std::endl;
    return 2;
  }
  try {
    const fs::path model = fs::absolute(argv[1]), folder = argv[2];
    fs::create_directories(folder);
    support::make_random_dataset(folder, model,
                                 {std::stoll(argv[3]), std::stoll(argv[4]), std::stoll(argv[5])}, 1);
    std::string text =
        "schema = 1\n[run]\nname = \"random\"\n[data]\ndataset = \"dataset.jsonl\"\ncache = \"cache\"\n"
        "[checkpoints]\ncheckpointing_steps = 1000000\n[lr_scheduler]\nlr_scheduler = \"constant\"\n";
    text = run::override_in_text(text, "model.family=" + catalog::recognise_model({model}).family);
    text = run::override_in_text(text, "model.folder=" + model.string());
    for (int i = 6; i < argc; ++i) text = run::override_in_text(text, argv[i]);
    const run::RunFile run = run::parse_run_file(text, folder / "run.toml");
    if (!run.faults.empty()) throw Error(run.faults.front());
    write_file_atomically(folder / "run.toml", text, Existing::replace);
  } catch (const Error& error) {
    std::cerr << error.fault().full_message() << std::endl;
    return 1;
  }
}
