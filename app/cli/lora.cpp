// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/job_runner.h"

namespace fw::cli {

namespace {

struct Options {
  std::string model, out, format = "diffusers";
  std::vector<std::string> loras;
  int64_t rank = 0;
  bool overwrite = false;
};

int print_check(const Session& session, const nlohmann::json& report) {
  if (!session.json) {
    std::printf("%lld modules of rank %lld, alpha %g, keys of %s\n", report.at("modules").get<long long>(),
                report.at("rank").get<long long>(), report.at("alpha").get<double>(),
                report.at("format").get<std::string>().c_str());
    for (const auto& fault : report.at("faults"))
      std::printf("error: %s\n", fault.get<Fault>().full_message().c_str());
  }
  return report.at("sound").get<bool>() ? exit_done : exit_failed;
}

int run(const Session& session, const std::string& work, const Options& options) {
  auto loras = nlohmann::json::array();
  for (const std::string& lora : options.loras) loras.push_back(lora_param(lora));
  const nlohmann::json params = {
      {"work", work},        {"model", options.model},         {"loras", loras},
      {"out", options.out},  {"overwrite", options.overwrite}, {"format", options.format},
      {"rank", options.rank}};
  return run_engine_job(session, {"lora", "LoRA: " + work, params}, [&](const nlohmann::json& result) {
    if (work == "check") return print_check(session, result);
    if (!session.json) std::printf("%s\n", result.at("out").get<std::string>().c_str());
    return static_cast<int>(exit_done);
  });
}

}  // namespace

void add_lora(CLI::App& app, Session& session) {
  CLI::App* lora = app.add_subcommand("lora", "Check, convert, fuse and merge LoRA files");
  lora->require_subcommand(1);
  const auto add = [&](const char* work, const char* explanation) {
    CLI::App* command = lora->add_subcommand(work, explanation);
    auto options = std::make_shared<Options>();
    command->add_option("--model", options->model, "Folder of the model that the LoRA was trained on")->required();
    command->callback(
        [&session, options, name = std::string(work)] { session.exit_code = run(session, name, *options); });
    return std::pair(command, options);
  };
  const auto add_file = [](auto& made) {
    made.first->add_option("lora", made.second->loras, "LoRA file")->required()->expected(1);
  };
  const auto add_files = [](auto& made) {
    made.first->add_option("loras", made.second->loras, "FILE or FILE:WEIGHT, one or more")->required();
  };
  const auto add_out = [](auto& made, const char* what) {
    made.first->add_option("--out", made.second->out, what)->required();
  };
  const auto add_format = [](auto& made) {
    made.first->add_option("--format", made.second->format, "Key names to write: diffusers, comfyui or kohya");
  };
  auto check = add("check", "Check the values of a LoRA: all finite, no all-zero matrices, no outliers");
  add_file(check);
  auto convert = add("convert", "Write the LoRA with the key names of another program");
  add_file(convert);
  add_out(convert, "New file");
  add_overwrite(*convert.first, convert.second->overwrite);
  add_format(convert);
  auto fuse = add("fuse", "Merge several LoRAs into one");
  add_files(fuse);
  add_out(fuse, "New file");
  add_overwrite(*fuse.first, fuse.second->overwrite);
  add_format(fuse);
  fuse.first->add_option("--rank", fuse.second->rank, "Highest rank of the result (default: the sum of all ranks)");
  auto merge = add("merge", "Write a model with LoRAs fused into its weights");
  add_files(merge);
  add_out(merge, "New model folder");
}

}  // namespace fw::cli
