// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/job_runner.h"
#include "engine_api/results.h"

namespace fw::cli {

namespace {

void print_figures(const engine_api::DeviceCheckReport& report) {
  for (const engine_api::DeviceFigures& device : report.devices) {
    std::printf("%s  %s\n", device.device.c_str(), device.name.c_str());
    std::printf("  matrix product %8.3g TFLOP/s (%s, largest relative error %.1e)\n", device.tflops,
                device.dtype.c_str(), device.max_relative_error);
    std::printf("  copy           %8.3g GB/s (read and written)\n", device.copy_gb_per_s);
    if (device.upload_gb_per_s > 0) std::printf("  upload         %8.3g GB/s\n", device.upload_gb_per_s);
  }
}

}  // namespace

void add_bench(CLI::App& app, Session& session) {
  CLI::App* bench = app.add_subcommand("bench", "Measure the speed of this computer");
  bench->require_subcommand(1);
  CLI::App* device = bench->add_subcommand(
      "device", "Measure matrix products and copies on each device, in TFLOP/s and GB/s");
  auto request = std::make_shared<engine_api::DeviceCheckRequest>();
  device->add_option("--device", request->devices, "cpu or cuda:N (default: all devices)")->delimiter(',');
  device->callback([&session, request] {
    session.exit_code =
        run_engine_job(session, job_of(*request, "Device check"), text_only(session, &print_figures));
  });
}

}  // namespace fw::cli
