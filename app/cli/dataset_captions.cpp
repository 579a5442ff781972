// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/captions.h"

namespace fw::cli {

namespace {

struct DatasetCaptionsOptions {
  std::string project, filter, find, replace, prefix, suffix, add;
  captioning::Captioner captioner;
  bool regex = false, ignore_case = false, preview = false, undo = false, redo = false,
       replace_machine = false, propose = false;
  int parallel = 1;
};

void say(const Session& session, const char* what, int64_t clips) {
  if (session.json)
    print_json({{"event", "captions"}, {"done", what}, {"clips", clips}});
  else
    std::printf("%s: %lld clips.\n", what, static_cast<long long>(clips));
}

/// @param label  of the undo step; nullopt if there was none
void say_step(const Session& session, const char* what, const std::optional<std::string>& label) {
  if (session.json)
    print_json(
        {{"event", "captions"}, {"done", what}, {"step", label ? nlohmann::json(*label) : nlohmann::json()}});
  else
    std::printf("%s: %s.\n", what, label ? label->c_str() : "nothing to do");
}

void replace(const Session& session, const DatasetCaptionsOptions& options, project::Project& opened,
             std::span<const int64_t> ids) {
  using project::TextPattern;
  auto made =
      TextPattern::make(options.find, options.replace,
                        options.regex ? TextPattern::Kind::regular_expression : TextPattern::Kind::plain,
                        options.ignore_case ? TextPattern::Case::ignore : TextPattern::Case::match);
  if (const auto* fault = std::get_if<Fault>(&made)) throw Error(*fault);
  const auto& pattern = std::get<TextPattern>(made);
  if (!options.preview) return say(session, "replaced", replace_in_captions(opened, ids, pattern));
  for (const project::CaptionChange& change : preview_replace(opened, ids, pattern, ids.size())) {
    if (session.json) {
      print_json({{"event", "change"},
                  {"clip", change.clip_id},
                  {"before", change.before},
                  {"after", change.after}});
    } else {
      std::printf("%lld\n- %s\n+ %s\n", static_cast<long long>(change.clip_id), change.before.c_str(),
                  change.after.c_str());
    }
  }
}

void print_report(const captioning::CaptionerReport& report) {
  print_row_faults("not captioned", report.faults);
  std::printf("%lld captions written or proposed, %lld left unchanged.\n",
              static_cast<long long>(report.written), static_cast<long long>(report.kept));
}

void run(Session& session, const DatasetCaptionsOptions& options) {
  const bool edits =
      !options.find.empty() || !options.prefix.empty() || !options.suffix.empty() || !options.add.empty();
  if (!options.captioner.command.empty() || !options.captioner.url.empty()) {
    const workflow::CaptionRequest request{.project = options.project,
                                           .filter = options.filter,
                                           .captioner = options.captioner,
                                           .replace_machine = options.replace_machine,
                                           .propose = options.propose,
                                           .parallel = options.parallel};
    session.exit_code =
        run_dataset_job(session, job_of(request, "Caption clips"), text_only(session, &print_report));
    return;
  }
  if (!edits && !options.undo && !options.redo)
    throw CLI::RequiredError("One of --find, --prefix, --suffix, --add, --command, --url, --undo and --redo");
  project::Project opened = open_project(options.project);
  if (options.undo || options.redo) {
    const auto label = options.undo ? opened.undo_label() : opened.redo_label();
    options.undo ? opened.undo() : opened.redo();
    return say_step(session, options.undo ? "undone" : "redone", label);
  }
  const std::vector<int64_t> ids = list_clips(opened, parse_filter(options.filter));
  if (!options.find.empty()) replace(session, options, opened, ids);
  if (!options.prefix.empty()) say(session, "prefixed", add_prefix(opened, ids, options.prefix));
  if (!options.suffix.empty()) say(session, "suffixed", add_suffix(opened, ids, options.suffix));
  if (!options.add.empty()) {
    add_caption(opened, ids, options.add);
    say(session, "given a caption", static_cast<int64_t>(ids.size()));
  }
}

}  // namespace

void add_dataset_captions(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand(
      "caption", "Edit many captions at once, undo that, or have a captioner write them");
  auto options = std::make_shared<DatasetCaptionsOptions>();
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("--filter", options->filter, "Only these clips");
  command->add_option("--find", options->find, "Text to find");
  command->add_option("--replace", options->replace, "Replacement; $1 stands for a group of the expression");
  command->add_flag("--regex", options->regex, "--find is a Perl-compatible regular expression");
  command->add_flag("--ignore-case", options->ignore_case, "Ignore case");
  command->add_flag("--preview", options->preview, "Show what would be replaced without changing anything");
  command->add_option("--prefix", options->prefix, "Add in front of captions that do not begin with it");
  command->add_option("--suffix", options->suffix, "Add to the end of captions that do not end with it");
  command->add_option("--add", options->add, "Another caption for clips that do not have it");
  command->add_flag("--undo", options->undo, "Undo the project's last step");
  command->add_flag("--redo", options->redo, "Redo what was undone");
  command->add_option("--command", options->captioner.command,
                      "Captioner: a command with {file} in it that prints the caption");
  command->add_option("--url", options->captioner.url,
                      "Captioner: an OpenAI-compatible server, http://localhost:8000/v1");
  command->add_option("--model", options->captioner.model, "The server's model");
  command->add_option("--api-key-env", options->captioner.api_key_variable,
                      "Environment variable that holds the server's key; the key itself is stored nowhere");
  command->add_option("--prompt", options->captioner.prompt, "Question for the server");
  command->add_option("--frames", options->captioner.frames, "Images sent to the server per clip");
  command->add_option("--timeout", options->captioner.timeout_s, "Time limit per clip in seconds")
      ->capture_default_str();
  command->add_option("--parallel", options->parallel, "Clips captioned at the same time, at most 64")
      ->capture_default_str();
  command->add_flag("--replace-machine", options->replace_machine,
                    "Also replace captions that a captioner wrote");
  command->add_flag("--propose", options->propose,
                    "Change no caption: the window shows what the captioner says, to accept or refuse it");
  command->callback([&session, options] { run(session, *options); });
}

}  // namespace fw::cli
