// SPDX-License-Identifier: Apache-2.0
#include "interchange/config_import.h"

#include <algorithm>
#include <array>

#include "interchange/config_text.h"
#include "interchange/flag_errors.h"
#include "run/foreign_config.h"

namespace fw::interchange {

namespace {

const ForeignTrainer* table_of(std::string_view name) {
  for (const auto* const trainer :
       {&diffusion_pipe(), &simple_tuner(), &one_trainer(), &ai_toolkit(), &musubi_tuner()})
    if (trainer->name == name) return trainer;
  return nullptr;
}

/// By the name of the model's folder or file, if no key says it.
void find_family(RunMapping& mapping) {
  for (const char* setting : {"model.folder", "model.parts.transformer"}) {
    const catalog::Value* const value = mapping.value_of(setting);
    if (mapping.is_set("model.family") || value == nullptr) continue;
    const std::string path = std::get<std::string>(*value);
    if (const catalog::Family* const family = family_named(path.substr(path.find_last_of("/\\") + 1)))
      mapping.put("model.family", std::string(family->id));
  }
}

}  // namespace

bool is_config_name(std::string_view file_name) {
  constexpr std::array<std::string_view, 4> extensions{".toml", ".json", ".yaml", ".yml"};
  return std::ranges::any_of(extensions, [&](std::string_view each) { return file_name.ends_with(each); });
}

ImportedFlags import_config(std::string_view text, std::string_view file_name, const NamedFile& named_file) {
  const std::string file(file_name);
  const auto foreign = run::recognise_foreign(text);
  if (!foreign) throw Error(unknown_config, {{"file", file}});
  const ForeignTrainer* const trainer = table_of(foreign->trainer);
  if (foreign->kind != run::ForeignKind::run || trainer == nullptr)
    throw Error(*run::foreign_config(text, file));
  std::string problem;
  const nlohmann::json json = parse_config(text, file_name, &problem);
  if (!json.is_object())
    throw Error(unread_config, {{"file", file}, {"reason", problem.empty() ? "it has no keys" : problem}});

  RunMapping mapping(file, RunMapping::Style::keys, named_file);
  mapping.keys() = keys_of(json);
  trainer->combine(mapping);
  mapping.map_by(*trainer);
  find_family(mapping);
  if (!mapping.is_set("model.family")) mapping.report(Fault(no_family, {{"file", file}}));
  if (!mapping.is_set("model.folder")) mapping.report(Fault(no_model_folder, {{"file", file}}));
  return mapping.finish(trainer->defaults, trainer->name);
}

}  // namespace fw::interchange
