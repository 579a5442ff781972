// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/join.h"
#include "base/units.h"
#include "cli/job_runner.h"
#include "engine_api/results.h"

namespace fw::cli {

namespace {

using engine_api::LoraRequest;
using engine_api::LoraWork;

/// "rank 4", "ranks 3, 5", "ranks 1 to 64".
template <typename Number>
std::string values_text(const std::string& name, const std::vector<Number>& values) {
  constexpr size_t most_listed = 4;
  const auto text = [](Number value) { return format_significant(static_cast<double>(value), 6); };
  if (values.size() <= most_listed)
    return name + (values.size() == 1 ? " " : "s ") + join(values, ", ", text);
  return name + "s " + text(values.front()) + " to " + text(values.back());
}

/// Whether ComfyUI's own loader would do the same with the file.
void print_comfyui(const model_files::ComfyReading& reading) {
  if (!reading.has_model || reading.all == 0) return;
  const auto all = static_cast<long long>(reading.all), read = static_cast<long long>(reading.read);
  if (reading.is_complete()) return void(std::printf("ComfyUI loads all of it\n"));
  if (reading.read < reading.all)
    std::printf("ComfyUI loads %lld of %lld: it does not know %s\n", read, all, reading.first_unread.c_str());
  if (reading.ignores_alpha)
    std::printf("ComfyUI reads alpha from tensors only, which this file does not have: it uses scale 1\n");
  std::printf("`lora convert --format comfyui` writes a file that it loads\n");
}

int print_check(const Session& session, const engine_api::LoraReport& report) {
  if (!session.json) {
    const std::string kinds = join(report.kinds);
    const std::string sizes =
        report.ranks.empty() ? "whole matrices"
                             : values_text("rank", report.ranks) + ", " + values_text("alpha", report.alphas);
    std::printf("%lld modules of %s%s%s, keys of %s\n", static_cast<long long>(report.modules),
                kinds == "LoRA" ? "" : kinds.c_str(), kinds == "LoRA" ? "" : " of ", sizes.c_str(),
                name_of(report.format).data());
    if (!report.unused_network_alpha.empty())
      std::printf(
          "ss_network_alpha, which is %s, is not used: kohya's scripts read alpha from tensors only\n",
          report.unused_network_alpha.c_str());
    print_comfyui(report.comfyui);
    for (const Fault& fault : report.faults) std::printf("error: %s\n", fault.full_message().c_str());
  }
  return report.sound() ? exit_done : exit_failed;
}

void print_files(const engine_api::LoraFiles& result) {
  for (const auto& file : result.files) std::printf("%s\n", file.c_str());
}

int run(const Session& session, const LoraRequest& request) {
  const auto check = [&](const engine_api::LoraReport& report) { return print_check(session, report); };
  return run_engine_job(session, job_of(request, "LoRA: " + std::string(name_of(request.work))),
                        request.work == LoraWork::check ? on_result<engine_api::LoraReport>(check)
                                                        : text_only(session, &print_files));
}

}  // namespace

void add_lora(CLI::App& app, Session& session) {
  CLI::App* lora = app.add_subcommand("lora", "Check, convert, fuse and merge LoRA files");
  lora->require_subcommand(1);
  const auto add = [&](LoraWork work, const char* explanation) {
    CLI::App* command = lora->add_subcommand(std::string(name_of(work)), explanation);
    auto request = std::make_shared<LoraRequest>(LoraRequest{.work = work});
    command->add_option("--model", request->model, "Folder of the model that the LoRA was trained on")
        ->required();
    command->callback([&session, request] { session.exit_code = run(session, *request); });
    return std::pair(command, request);
  };
  const auto add_file = [](auto& made) {
    add_loras(*made.first, "lora", made.second->loras, "LoRA file")->required()->expected(1);
  };
  const auto add_files = [](auto& made) {
    add_loras(*made.first, "loras", made.second->loras, "FILE or FILE:WEIGHT, one or more")->required();
  };
  const auto add_out = [](auto& made, const char* what) {
    made.first->add_option("--out", made.second->out, what)->required();
  };
  const auto add_format = [](auto& made) {
    add_choice(*made.first, "--format", made.second->format,
               "Key names to write: diffusers, comfyui or kohya");
  };
  auto check =
      add(LoraWork::check, "Check the values of a LoRA: all finite, no all-zero matrices, no outliers");
  add_file(check);
  auto convert = add(LoraWork::convert, "Write the LoRA with the key names of another program");
  add_file(convert);
  add_out(convert, "New file");
  add_overwrite(*convert.first, convert.second->overwrite);
  add_format(convert);
  auto fuse = add(LoraWork::fuse, "Merge several LoRAs into one");
  add_files(fuse);
  add_out(fuse, "New file");
  add_overwrite(*fuse.first, fuse.second->overwrite);
  add_format(fuse);
  fuse.first->add_option("--rank", fuse.second->rank,
                         "Highest rank of the result (default: the sum of all ranks)");
  auto merge = add(LoraWork::merge, "Write a model with LoRAs fused into its weights");
  add_files(merge);
  add_out(merge, "New model folder");
}

}  // namespace fw::cli
