// SPDX-License-Identifier: Apache-2.0
#include "cli/runtime.h"

#include <cstdio>
#include <memory>
#include <thread>

#include "base/paths.h"
#include "base/units.h"
#include "cli/progress_line.h"
#include "cli/stop_signals.h"
#include "runtime/install.h"

namespace fw::cli {

namespace {

using runtime::Flavour;

struct RuntimeOptions {
  std::optional<Flavour> flavour;
  std::string index_url;
};

void print_state(const Session& session, const char* event) {
  const auto here = runtime::installed();
  const Flavour flavour = here ? here->flavour : runtime::suggested_flavour();
  const runtime::PinList& pins = runtime::pins_of(flavour);
  if (session.json) {
    return print_json({{"event", event},
                       {"installed", here.has_value()},
                       {"flavour", name_of(flavour)},
                       {"version", pins.version()},
                       {"folder", to_utf8(runtime::folder_of(flavour))},
                       {"download_mb", pins.download_mb()},
                       {"left_by_interruption_bytes", runtime::bytes_left_by_interruption(flavour)}});
  }
  if (here) {
    std::printf("LibTorch %s (%s) is installed in %s\n", pins.version().c_str(),
                std::string(name_of(flavour)).c_str(), to_utf8(here->folder).c_str());
  } else {
    std::printf(
        "LibTorch is not installed. For this computer: --flavour %s, %llu MB to download, up to %llu MB on "
        "disk.\n",
        std::string(name_of(flavour)).c_str(), static_cast<unsigned long long>(pins.download_mb()),
        static_cast<unsigned long long>(pins.unpacked_mb()));
  }
}

void install(const RuntimeOptions& options, const Session& session) {
  const Flavour flavour = options.flavour.value_or(runtime::suggested_flavour());
  runtime::IndexSettings settings = runtime::pip_settings();
  if (!options.index_url.empty()) settings.indexes = {options.index_url};
  ProgressDisplay display;
  const StopOnSignal stop;
  const auto show = [&](const Progress& progress) {
    if (!session.json) return display.show(progress);
    std::string detail;
    for (const auto& [text, arguments] : progress.details) detail += fill_placeholders(text, arguments);
    print_json({{"event", "progress"},
                {"phase", progress.phase},
                {"done", progress.done},
                {"total", progress.total},
                {"detail", detail}});
  };
  runtime::install(runtime::pins_of(flavour), flavour, settings, show, stop.token());
  display.clear();
  print_state(session, "installed");
}

void remove(const Session& session) {
  const uint64_t bytes = runtime::remove_all();
  if (session.json) return print_json({{"event", "removed"}, {"bytes", bytes}});
  std::printf("Removed %s.\n", format_bytes(bytes).c_str());
}

}  // namespace

void add_runtime(CLI::App& app, Session& session) {
  CLI::App* const runtime =
      app.add_subcommand("runtime", "Install, show or remove LibTorch, which a package does not bring along");
  runtime->require_subcommand(1);
  const auto options = std::make_shared<RuntimeOptions>();
  CLI::App* const add = runtime->add_subcommand(
      "install",
      "Fetch LibTorch from the package index that pip is configured with; goes on where it was interrupted");
  add_choice(*add, "--flavour", options->flavour, "cpu or cuda; without it, what suits this computer");
  add->add_option("--index-url", options->index_url, "Package index to use instead");
  add->callback([options, &session] { install(*options, session); });
  runtime->add_subcommand("status", "Show which LibTorch is installed")->callback([&session] {
    print_state(session, "runtime");
  });
  runtime->add_subcommand("remove", "Remove the LibTorch that was installed here")->callback([&session] {
    remove(session);
  });
}

}  // namespace fw::cli
