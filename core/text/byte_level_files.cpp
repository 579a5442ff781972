// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <sstream>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "text/byte_level_tokenizer.h"
#include "text/tokenizer_errors.h"

// Reads the files of a byte-pair tokenizer. Rejects unsupported options: slightly different ids would train a
// model on other texts than the user wrote.
namespace fw::text {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Rules = ByteLevelTokenizer::Rules;
using Vocabulary = std::unordered_map<std::string, int64_t>;

constexpr const char* clip_end_of_word = "</w>";

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument(reason);
}

/// tokenizer.json of a large vocabulary exceeds the limit for other JSON.
Json read_large_json(const fs::path& file) {
  const auto no_deeper = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > deepest_json) refuse("lists and objects lie in one another too deep");
    return true;
  };
  return Json::parse(read_file(file, largest_tokenizer), no_deeper);
}

int64_t id_of(const Json& value) {
  const int64_t id = whole_number(value);
  if (id < 0 || id > std::numeric_limits<int32_t>::max()) refuse(value.dump() + " is not a token's number");
  return id;
}

Vocabulary vocabulary_of(const Json& object) {
  Vocabulary vocabulary;
  for (const auto& [token, id] : object.items()) vocabulary.emplace(token, id_of(id));
  return vocabulary;
}

/// A member, which may be missing or null.
Json member(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) ? object.at(name) : Json();
}

/// The steps of a sequence, or the single step.
std::vector<Json> steps_of(const Json& step, const char* list) {
  if (step.is_null()) return {};
  if (step.at("type") == "Sequence") return step.at(list).get<std::vector<Json>>();
  return {step};
}

/// Parses "a b", or a list of the two parts.
BytePairs::Merge merge_of(const Json& merge) {
  if (merge.is_array()) return {merge.at(0).get<std::string>(), merge.at(1).get<std::string>()};
  const auto text = merge.get<std::string>();
  const size_t space = text.find(' ');
  if (space == std::string::npos) refuse("the merge " + text + " has no two parts");
  return {text.substr(0, space), text.substr(space + 1)};
}

BytePairs pairs_of(const Json& model) {
  if (member(model, "type") != "BPE") refuse("its model is not BPE");
  const bool of_characters = member(model, "byte_fallback") == true;
  for (const char* name : {"dropout", "continuing_subword_prefix", "fuse_unk"}) {
    const Json value = member(model, name);
    if (of_characters && std::string_view(name) == "fuse_unk") continue;  // every byte has a token
    if (!value.is_null() && value != false && value != "") refuse(std::string(name) + " is not supported");
  }
  Vocabulary vocabulary = vocabulary_of(model.at("vocab"));
  std::vector<BytePairs::Merge> merges;
  for (const Json& merge : model.at("merges")) merges.push_back(merge_of(merge));
  BytePairs::Options options;
  const Json end = member(model, "end_of_word_suffix"), unknown = member(model, "unk_token");
  if (end.is_string()) options.word_end = end;
  if (unknown.is_string()) options.unknown = vocabulary.at(unknown.get<std::string>());
  options.whole_words_first = member(model, "ignore_merges") == true;
  options.characters_first = of_characters;
  return {std::move(vocabulary), merges, std::move(options)};
}

Form form_of(const Json& normalizer) {
  std::vector<std::string> names;
  for (const Json& step : steps_of(normalizer, "normalizers")) names.push_back(step.at("type"));
  if (names.empty()) return Form::as_is;
  // Any white space separates CLIP's words, so its replacement does not matter.
  std::erase(names, "Replace");
  if (names == std::vector<std::string>{"NFC"}) return Form::composed;
  if (names != std::vector<std::string>{"NFC", "Lowercase"}) refuse("its normalizer is not supported");
  return Form::composed_lower_case;
}

WordSplit split_of(const Json& pre_tokenizer) {
  for (const Json& step : steps_of(pre_tokenizer, "pretokenizers")) {
    if (step.at("type") != "Split") continue;
    const auto expression = step.at("pattern").at("Regex").get<std::string>();
    if (expression == llama3_expression) return WordSplit::llama3;
    if (expression == qwen2_expression) return WordSplit::qwen2;
    if (expression == clip_expression) return WordSplit::clip;
  }
  refuse("its pre-tokenizer is not supported");
}

/// Reads the special tokens around a text.
void read_template(const Json& processor, Rules& rules) {
  for (const Json& step : steps_of(processor, "processors")) {
    const auto type = step.at("type").get<std::string>();
    if (type == "RobertaProcessing") {
      rules.before = {id_of(step.at("cls").at(1))};
      rules.after = {id_of(step.at("sep").at(1))};
    } else if (type == "TemplateProcessing") {
      std::vector<int64_t>* place = &rules.before;
      for (const Json& part : step.at("single")) {
        if (part.contains("Sequence")) {
          place = &rules.after;
          continue;
        }
        const auto name = part.at("SpecialToken").at("id").get<std::string>();
        for (const Json& id : step.at("special_tokens").at(name).at("ids")) place->push_back(id_of(id));
      }
    } else if (type != "ByteLevel") {
      refuse(type + " is not supported");
    }
  }
}

void read_added_tokens(const Json& list, Rules& rules) {
  for (const Json& token : list) {
    for (const char* name : {"lstrip", "rstrip", "single_word", "normalized"})
      if (member(token, name) == true)
        refuse("an added token with " + std::string(name) + " is not supported");
    const auto content = token.at("content").get<std::string>();
    if (content.empty()) refuse("an added token is empty");
    rules.tokens[content] = id_of(token.at("id"));
  }
}

bool is_of_qwen(const fs::path& folder) {
  const fs::path config = folder / "tokenizer_config.json";
  return fs::exists(folder / "tokenizer.json") && fs::exists(config) &&
         read_json(config).value("tokenizer_class", std::string()).starts_with("Qwen2Tokenizer");
}

/// A token named in tokenizer_config.json. @return empty if it names none
std::string named_token(const Json& config, const char* role) {
  const Json token = member(config, role);
  if (token.is_object()) return token.at("content").get<std::string>();
  return token.is_string() ? token.get<std::string>() : std::string();
}

/// @param role  "pad_token"
int64_t id_of_role(const Json& config, const char* role, const Rules& rules, const BytePairs& pairs) {
  const std::string name = named_token(config, role);
  if (const auto added = rules.tokens.find(name); added != rules.tokens.end()) return added->second;
  const auto found = pairs.find(name);
  if (!found) refuse(std::string("tokenizer_config.json names no ") + role + " of its vocabulary");
  return *found;
}

int64_t padding_of(const Json& config, const Rules& rules, const BytePairs& pairs) {
  if (!rules.pads_left && config.value("padding_side", "right") != "right") refuse("it pads on the left");
  return id_of_role(config, "pad_token", rules, pairs);
}

/// Gemma's: characters with byte fallback. Texts are stripped, begin with the start token even if the file
/// does not list it, and are padded on the left, as LTX-2's own code does.
void read_gemma(const Json& json, const Json& config, Rules& rules) {
  const Json normalizer = member(json, "normalizer"), split = member(json, "pre_tokenizer");
  const Json space{{"String", " "}};
  if (member(normalizer, "type") != "Replace" || member(normalizer, "pattern") != space ||
      member(normalizer, "content") != "\u2581")
    refuse("its normalizer is not supported");
  // No space is left to split at.
  if (!split.is_null() && member(split, "pattern") != space) refuse("its pre-tokenizer is not supported");
  rules.split.reset();
  rules.strips = rules.pads_left = true;
  read_template(member(json, "post_processor"), rules);
  if (rules.before.empty() && !named_token(config, "bos_token").empty())
    rules.before = {rules.tokens.at(named_token(config, "bos_token"))};
}

ByteLevelTokenizer from_tokenizer_json(const Json& json, const Json& config) {
  Rules rules;
  read_added_tokens(member(json, "added_tokens"), rules);
  if (member(json.at("model"), "byte_fallback") == true) {
    read_gemma(json, config, rules);
  } else {
    rules.form = form_of(member(json, "normalizer"));
    rules.split = split_of(json.at("pre_tokenizer"));
    read_template(member(json, "post_processor"), rules);
  }
  BytePairs pairs = pairs_of(json.at("model"));
  rules.padding = padding_of(config, rules, pairs);
  return {std::move(pairs), std::move(rules)};
}

/// @param merges  from merges.txt: one pair per line, possibly a version first
ByteLevelTokenizer from_clip_files(const Json& vocabulary, const std::string& merges, const Json& config) {
  Json model{{"type", "BPE"}, {"vocab", vocabulary}, {"merges", Json::array()}};
  std::istringstream lines(merges);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && !line.starts_with("#version")) model["merges"].push_back(line);
  Rules rules{
      .form = Form::composed_lower_case, .split = WordSplit::clip, .tokens = {}, .before = {}, .after = {}};
  for (const char* role : {"bos_token", "eos_token", "unk_token", "pad_token"})
    if (const std::string name = named_token(config, role); !name.empty())
      rules.tokens[name] = id_of(vocabulary.at(name));
  rules.before = {id_of(vocabulary.at(named_token(config, "bos_token")))};
  rules.after = {id_of(vocabulary.at(named_token(config, "eos_token")))};
  model["unk_token"] = named_token(config, "unk_token");
  model["end_of_word_suffix"] = clip_end_of_word;
  BytePairs pairs = pairs_of(model);
  rules.padding = padding_of(config, rules, pairs);
  return {std::move(pairs), std::move(rules)};
}

}  // namespace

ByteLevelTokenizer ByteLevelTokenizer::open(const fs::path& folder) {
  const fs::path vocabulary = folder / "vocab.json", merges = folder / "merges.txt";
  // Qwen's folder has these files too, but only tokenizer.json has its added tokens.
  const bool is_clip = fs::exists(vocabulary) && fs::exists(merges) && !is_of_qwen(folder);
  const fs::path file = is_clip ? vocabulary : folder / "tokenizer.json";
  std::string problem;
  try {
    const Json json = read_large_json(file);
    const Json config = read_json(folder / "tokenizer_config.json");
    return is_clip ? from_clip_files(json, read_file(merges, largest_tokenizer), config)
                   : from_tokenizer_json(json, config);
  } catch (const Json::exception& error) {
    problem = error.what();
  } catch (const std::invalid_argument& error) {
    problem = error.what();
  } catch (const std::out_of_range&) {
    problem = "a special token is not in its vocabulary";
  }
  throw Error(bad_tokenizer, {{"file", to_utf8(file)}, {"reason", problem}});
}

}  // namespace fw::text
