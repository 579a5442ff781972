// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/job_runner.h"

namespace fw::cli {

namespace {

void print_figures(const nlohmann::json& result) {
  for (const auto& device : result.at("devices")) {
    std::printf("%s  %s\n", device.at("device").get<std::string>().c_str(),
                device.at("name").get<std::string>().c_str());
    std::printf("  matrix product %8.3g TFLOP/s (%s, largest relative error %.1e)\n",
                device.at("tflops").get<double>(), device.at("dtype").get<std::string>().c_str(),
                device.at("max_relative_error").get<double>());
    std::printf("  copy           %8.3g GB/s (read and written)\n", device.at("copy_gb_per_s").get<double>());
    if (const double upload = device.at("upload_gb_per_s"); upload > 0)
      std::printf("  upload         %8.3g GB/s\n", upload);
  }
}

}  // namespace

void add_bench(CLI::App& app, Session& session) {
  CLI::App* bench = app.add_subcommand("bench", "Measure the speed of this computer");
  bench->require_subcommand(1);
  CLI::App* device =
      bench->add_subcommand("device", "Measure matrix products and copies on each device, in TFLOP/s and GB/s");
  auto devices = std::make_shared<std::vector<std::string>>();
  device->add_option("--device", *devices, "cpu or cuda:N (default: all devices)")->delimiter(',');
  device->callback([&session, devices] {
    session.exit_code = run_engine_job(session, {"device_check", "Device check", {{"devices", *devices}}},
                                       text_only(session, print_figures));
  });
}

}  // namespace fw::cli
