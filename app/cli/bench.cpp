// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "cli/job_runner.h"
#include "engine_api/results.h"
#include "launch/world_spec.h"
#include "run/links.h"

namespace fw::cli {

namespace {

const char* text_of(engine_api::DeviceProof::What what) {
  switch (what) {
    case engine_api::DeviceProof::What::networks:
      return "networks and training steps give the numbers of the Python libraries";
    case engine_api::DeviceProof::What::memory:
      return "training with activations, blocks or the optimizer in host memory gives the same numbers";
    case engine_api::DeviceProof::What::optimizers:
      return "optimizers change weights as on the CPU";
  }
  return "";
}

void print_proof(const engine_api::DeviceProof& proof) {
  if (proof.total == 0) {
    std::printf("  ?  %s: the reference cases are not installed\n", text_of(proof.what));
    return;
  }
  std::printf("  %s  %s: %lld of %lld, largest difference %.2g %% of what is allowed\n",
              proof.failed.empty() ? "ok" : "DIFFERENT", text_of(proof.what),
              static_cast<long long>(proof.passed), static_cast<long long>(proof.total),
              100 * proof.of_tolerance);
  for (const std::string& name : proof.failed) std::printf("     different: %s\n", name.c_str());
}

/// @return the exit code
int print_figures(const Session& session, const engine_api::DeviceCheckReport& report) {
  bool proved = true;
  for (const engine_api::DeviceFigures& device : report.devices) {
    for (const engine_api::DeviceProof& proof : device.proofs) proved = proved && proof.failed.empty();
    if (session.json) continue;
    std::printf("%s  %s\n", device.device.c_str(), device.name.c_str());
    std::printf("  matrix product %8.3g TFLOP/s (%s, largest relative error %.1e)\n", device.tflops,
                device.dtype.c_str(), device.max_relative_error);
    std::printf("  copy           %8.3g GB/s (read and written)\n", device.copy_gb_per_s);
    if (device.upload_gb_per_s > 0) std::printf("  upload         %8.3g GB/s\n", device.upload_gb_per_s);
    for (const engine_api::DeviceProof& proof : device.proofs) print_proof(proof);
  }
  return proved ? exit_done : exit_failed;
}

void print_level(const char* where, const std::vector<run::LinkSpeed>& level) {
  for (const run::LinkSpeed& speed : level)
    std::printf("  %-8s groups of %lld  latency %8.1f us  %8.3f GB/s\n", where,
                static_cast<long long>(speed.ranks), speed.latency_s * 1e6, speed.bytes_per_s / 1e9);
}

struct LinkOptions {
  engine_api::LinksRequest request;
  std::string out;
  bool overwrite = false;
};

int measure_links(const Session& session, LinkOptions& options) {
  options.request.world = launch::world_from(launch::process_environment());
  if (!options.out.empty() && !options.overwrite && options.request.world.rank == 0)
    refuse_existing(options.out);
  const auto on_links = [&](const run::Links& links) {
    std::filesystem::path file = options.out;
    if (options.out.empty())
      file = run::keep_links(links);
    else
      write_file_atomically(file, nlohmann::json(links).dump(1) + '\n', existing_of(options.overwrite));
    if (session.json) return exit_done;
    std::printf("%s, %s\n", links.device.c_str(), links.backend.c_str());
    print_level("machine", links.within);
    print_level("between", links.between);
    std::printf("  copy on one device %.3f GB/s (read and written)\n%s\n", links.copy_bytes_per_s / 1e9,
                to_utf8(file).c_str());
    return exit_done;
  };
  if (options.request.world.rank > 0) return follow_engine_job(job_of(options.request, "Links"));
  return run_engine_job(session, job_of(options.request, "Links"), on_result<run::Links>(on_links));
}

void add_bench_links(CLI::App& bench, Session& session) {
  CLI::App* links = bench.add_subcommand("links",
                                         "Measure how fast the processes of `launch`, torchrun or srun "
                                         "exchange tensors; plan --cards goes by it");
  auto options = std::make_shared<LinkOptions>();
  links->add_option("--device", options->request.device, "auto, cpu or cuda");
  links->add_option("--out", options->out, "File for what was measured (default: kept for later plans)");
  add_overwrite(*links, options->overwrite);
  links->callback([&session, options] { session.exit_code = measure_links(session, *options); });
}

}  // namespace

void add_bench(CLI::App& app, Session& session) {
  CLI::App* bench = app.add_subcommand("bench", "Measure the speed of this computer");
  bench->require_subcommand(1);
  CLI::App* device = bench->add_subcommand(
      "device",
      "Measure matrix products and copies on each device, and check its results on reference models");
  auto request = std::make_shared<engine_api::DeviceCheckRequest>();
  device->add_option("--device", request->devices, "cpu or cuda:N (default: all devices)")->delimiter(',');
  add_bench_links(*bench, session);
  device->callback([&session, request] {
    session.exit_code =
        run_engine_job(session, job_of(*request, "Device check"),
                       on_result<engine_api::DeviceCheckReport>(
                           [&session](const auto& report) { return print_figures(session, report); }));
  });
}

}  // namespace fw::cli
