// SPDX-License-Identifier: Apache-2.0
#include "interchange/shell_script.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace fw::interchange {

namespace {

constexpr size_t longest_expansion = 1 << 20;
constexpr int deepest_eval = 8;
constexpr size_t most_notes = 1000;

bool is_name_start(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) || letter == '_';
}
bool is_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}
bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r';
}

/// State shared by a script and the texts that it evaluates.
struct State {
  const LoopSteps& loop_steps;
  std::map<std::string, std::vector<std::string>> variables{};
  ShellScript out{};
  std::set<std::string> exported{}, used{};  // names of variables
  size_t expanded = 0;                       // bytes expanded from variables so far
};

/// Interprets one text from start to end, keeping variables like the shell.
class Interpreter {
 public:
  Interpreter(std::string_view text, State& state, int64_t line, int depth)
      : text_(text), state_(state), line_(line), depth_(depth) {}

  void run() {
    while (at_ < text_.size()) statement();
  }

 private:
  /// A word under construction: quoting and expansion may produce zero, one or several fields.
  struct Word {
    std::vector<std::string> fields;
    bool open = false;    // the last field is still growing
    bool quoted = false;  // so that "" is a field
    void add(std::string_view more) {
      if (!open) fields.emplace_back();
      open = true;
      fields.back().append(more);
    }
    void close() { open = false; }
  };

  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool starts_with(std::string_view token) const { return text_.substr(at_).starts_with(token); }
  /// Returns '\0' at the end and stays there.
  char next() {
    const char letter = peek();
    if (letter == '\n' && depth_ == 0) ++line_;  // everything that eval runs has the line of the eval
    at_ = std::min(at_ + 1, text_.size());
    return letter;
  }
  void note(ShellNote::Kind kind, std::string what) {
    knows_all_ = false;
    if (is_skipped()) return;
    std::vector<ShellNote>& notes = state_.out.notes;
    if (notes.size() == most_notes) return;
    ShellNote note{kind, line_, std::move(what)};
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (is_blank(peek())) {
        ++at_;
      } else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
        while (next() != '\n') {
        }
      } else if (peek() == '#') {
        while (at_ < text_.size() && peek() != '\n') ++at_;
      } else {
        break;
      }
    }
  }

  static bool ends_statement(char letter) {
    return letter == '\n' || letter == ';' || letter == '&' || letter == '|' || letter == '(' ||
           letter == ')';
  }

  void statement() {
    std::vector<std::string> words, assigned;
    int64_t begin = 0;
    knows_all_ = true;
    for (skip_blanks(); at_ < text_.size() && !ends_statement(peek()); skip_blanks()) {
      if (begin == 0) begin = line_;
      const bool may_assign = words.empty() || (words.size() == 1 && is_declaring(words[0]));
      if (may_assign && assignment(assigned)) continue;
      if (redirection()) continue;
      for (std::string& field : word(Splitting::on)) words.push_back(std::move(field));
      if (words.size() == 1 && is_opening(words[0])) {
        enter(words[0]);
        words.clear();
      }
    }
    // After & and | the condition continues.
    knows_all_ = knows_all_ && peek() != '&' && peek() != '|' && peek() != '(';
    if (at_ < text_.size()) next();
    const bool is_export = !words.empty() && words[0] == "export";
    if (is_export) assigned.insert(assigned.end(), words.begin() + 1, words.end());
    if (is_export || (!words.empty() && !is_declaring(words[0])))
      state_.exported.insert(assigned.begin(), assigned.end());
    execute(words, begin);
  }

  /// A branch of an `if`.
  struct Branch {
    bool is_taken;   // this or an earlier branch: later ones are not run
    bool is_active;  // its statements are read
  };
  bool is_skipped() const {
    return std::ranges::any_of(branches_, [](const Branch& branch) { return !branch.is_active; });
  }
  void enter(const std::string& keyword) {
    if (branches_.empty()) return;
    if (keyword == "else") branches_.back().is_active = !branches_.back().is_taken;
    if (keyword == "fi") branches_.pop_back();
  }
  void test(const std::vector<std::string>& words) {
    const bool is_first = words[0] == "if", was_skipped = is_skipped();
    if (!is_first && branches_.empty()) return;
    const std::optional<bool> holds = knows_all_ ? truth(words) : std::nullopt;
    // In a skipped `if`, no branch is active.
    if (is_first) branches_.push_back({was_skipped, true});
    Branch& branch = branches_.back();
    branch.is_active = !branch.is_taken && holds.value_or(true);
    branch.is_taken = branch.is_taken || holds.value_or(false);
  }
  /// Evaluates `if [ a = b ]` and the like; nullopt if only the shell can tell.
  static std::optional<bool> truth(const std::vector<std::string>& words) {
    const bool is_test = words.size() > 2 && (words[1] == "[" || words[1] == "[[");
    const bool has_pattern = std::ranges::any_of(
        words, [](const std::string& word) { return word.find_first_of("*?$`") != word.npos; });
    if (!is_test || has_pattern) return std::nullopt;
    if (words.size() == 5 && (words[2] == "-z" || words[2] == "-n"))
      return words[3].empty() == (words[2] == "-z");
    if (words.size() != 6) return std::nullopt;
    const std::string& how = words[3];
    if (how == "=" || how == "==" || how == "-eq") return words[2] == words[4];
    if (how == "!=" || how == "-ne") return words[2] != words[4];
    return std::nullopt;
  }

  static bool is_declaring(const std::string& word) {
    return word == "export" || word == "local" || word == "declare" || word == "readonly";
  }
  /// Keywords after which a new statement begins on the same line.
  static bool is_opening(const std::string& word) {
    static constexpr std::array<std::string_view, 7> keywords = {"do", "then", "else", "{",
                                                                 "}",  "done", "fi"};
    return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
  }

  bool redirection() {
    size_t at = at_;
    while (at < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at]))) ++at;
    if (at >= text_.size() || (text_[at] != '>' && text_[at] != '<')) return false;
    const bool here_document = text_.substr(at).starts_with("<<") && !text_.substr(at).starts_with("<<<");
    at_ = at;
    while (peek() == '>' || peek() == '<' || peek() == '&' || peek() == '-') ++at_;
    skip_blanks();
    const auto target = word(Splitting::on);
    if (here_document && !target.empty()) skip_here_document(target[0]);
    return true;
  }

  void skip_here_document(const std::string& end) {
    while (at_ < text_.size() && peek() != '\n') ++at_;
    while (at_ < text_.size()) {
      next();
      const size_t line_end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, line_end - at_);
      while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
      while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
      at_ = line_end;
      if (line == end) return;
    }
  }

  /// NAME=value, NAME+=value or NAME=(values)
  /// @param names  receives the name
  bool assignment(std::vector<std::string>& names) {
    size_t end = at_;
    if (end >= text_.size() || !is_name_start(text_[end])) return false;
    while (end < text_.size() && is_name(text_[end])) ++end;
    const bool append = text_.substr(end).starts_with("+=");
    if (!append && !(end < text_.size() && text_[end] == '=')) return false;
    const std::string name(text_.substr(at_, end - at_));
    at_ = end + (append ? 2 : 1);
    std::vector<std::string> values;
    const bool is_array = peek() == '(';
    if (is_array) {
      values = array();
    } else {
      values = word(Splitting::off);
      if (values.empty()) values.emplace_back();
    }
    if (is_skipped()) return true;
    names.push_back(name);
    std::vector<std::string>& variable = state_.variables[name];
    if (!append) {
      variable = std::move(values);
    } else if (is_array || variable.empty()) {
      variable.insert(variable.end(), values.begin(), values.end());
    } else {
      variable[0] += values[0];
    }
    return true;
  }

  std::vector<std::string> array() {
    std::vector<std::string> values;
    next();
    while (at_ < text_.size() && peek() != ')') {
      skip_blanks();
      if (peek() == '\n') {
        next();
      } else if (peek() != ')') {
        const size_t before = at_;
        for (std::string& field : word(Splitting::on)) values.push_back(std::move(field));
        if (at_ == before) next();  // a character that cannot begin a word
      }
    }
    if (at_ < text_.size()) next();
    return values;
  }

  enum class Splitting { on, off };

  std::vector<std::string> word(Splitting splitting) {
    Word word;
    while (at_ < text_.size()) {
      const char letter = peek();
      if (is_blank(letter) || ends_statement(letter)) break;
      if (letter == '\\') {
        escape(word);
      } else if (letter == '\'') {
        const size_t close = std::min(text_.find('\'', at_ + 1), text_.size());
        word.quoted = true;
        word.add(text_.substr(at_ + 1, close - at_ - 1));
        while (at_ < std::min(close + 1, text_.size())) next();
      } else if (letter == '"') {
        double_quotes(word);
      } else if (letter == '$' || letter == '`') {
        dollar(word, splitting == Splitting::off);
      } else {
        word.add(std::string_view(&text_[at_], 1));
        next();
      }
    }
    if (word.fields.empty() && word.quoted) word.fields.emplace_back();
    return std::move(word.fields);
  }

  void escape(Word& word) {
    next();
    if (at_ == text_.size()) return;
    if (peek() == '\r' && peek(1) == '\n') next();
    const char letter = next();
    if (letter != '\n') word.add(std::string_view(&letter, 1));
  }

  void double_quotes(Word& word) {
    next();
    word.quoted = true;
    while (at_ < text_.size() && peek() != '"') {
      if (peek() == '\\' && std::string_view("$`\"\\\n").find(peek(1)) != std::string_view::npos) {
        next();
        const char letter = next();
        if (letter != '\n') word.add(std::string_view(&letter, 1));
      } else if (peek() == '$' || peek() == '`') {
        dollar(word, true);
      } else {
        word.add(std::string_view(&text_[at_], 1));
        next();
      }
    }
    if (at_ < text_.size()) next();
  }

  /// Expands everything that begins with $ or `; `whole` preserves blanks in the value.
  void dollar(Word& word, bool whole) {
    const size_t begin = at_;
    if (peek() == '`' || starts_with("$(")) {
      not_evaluated(word);
      return;
    }
    next();
    std::string name;
    std::string rest;  // in ${name…}
    if (peek() == '{') {
      const size_t close = closed_braces_ ? text_.find('}', at_) : std::string_view::npos;
      closed_braces_ = close != std::string_view::npos;
      if (close == std::string_view::npos) {
        word.add("$");
        return;
      }
      const std::string_view inner = text_.substr(at_ + 1, close - at_ - 1);
      const size_t length = std::find_if_not(inner.begin(), inner.end(), is_name) - inner.begin();
      name = inner.substr(0, length);
      rest = inner.substr(length);
      at_ = close + 1;
    } else {
      while (is_name(peek()) && (is_name_start(peek()) || !name.empty())) name += next();
      if (name.empty()) {  // $1, $@, $?, or a lone dollar
        if (std::string_view("@*#?$!-").find(peek()) != std::string_view::npos ||
            std::isdigit(static_cast<unsigned char>(peek())))
          next();
        word.add(text_.substr(begin, at_ - begin));
        return;
      }
    }
    state_.used.insert(name);
    expand(word, name, rest, whole);
  }

  void expand(Word& word, const std::string& name, const std::string& rest, bool whole) {
    if (state_.expanded > longest_expansion) return;  // add_value() has reported it
    const auto found = state_.variables.find(name);
    const bool all = rest == "[@]" || rest == "[*]";
    std::vector<std::string> values;
    if (found != state_.variables.end() && !found->second.empty()) {
      values.assign(found->second.begin(), all ? found->second.end() : found->second.begin() + 1);
    }
    if (found == state_.variables.end()) {
      if (rest.starts_with(":-") || rest.starts_with("-")) {
        values = {rest.substr(rest[0] == ':' ? 2 : 1)};
      } else {
        note(ShellNote::Kind::unset_variable, name);
      }
    }
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) word.close();
      add_value(word, values[i], whole);
    }
    if (all && values.empty()) word.quoted = false;  // "${empty[@]}" produces no field
  }

  void add_value(Word& word, const std::string& value, bool whole) {
    state_.expanded += value.size() + sizeof value;  // an empty value is a field, too
    if (state_.expanded > longest_expansion) {
      note(ShellNote::Kind::too_long, value.substr(0, 40));
      return;
    }
    if (whole) {
      word.add(value);
      return;
    }
    for (const char letter : value) {
      if (is_blank(letter) || letter == '\n') {
        word.close();
      } else {
        word.add(std::string_view(&letter, 1));
      }
    }
  }

  void not_evaluated(Word& word) {
    const size_t begin = at_;
    if (peek() == '`') {
      next();
      while (at_ < text_.size() && peek() != '`') next();
      if (at_ < text_.size()) next();
    } else {
      next();
      int open = 0;
      do {
        const char letter = next();
        open += letter == '(' ? 1 : letter == ')' ? -1 : 0;
      } while (open > 0 && at_ < text_.size());
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    note(ShellNote::Kind::not_evaluated, std::string(written));
    word.add(written);
  }

  void execute(std::vector<std::string>& words, int64_t line) {
    if (words.empty()) return;
    if (words[0] == "if" || words[0] == "elif") return test(words);
    if (is_skipped() || is_declaring(words[0])) return;
    if (words[0] == "for" && words.size() > 3 && words[2] == "in") {
      if (words.size() > 4) {
        note(ShellNote::Kind::several_values, words[1]);
        state_.out.loops[words[1]] = {words.begin() + 3, words.end()};
      }
      const auto step = state_.loop_steps.find(words[1]);
      const size_t chosen = step == state_.loop_steps.end() ? 0 : std::min(step->second, words.size() - 4);
      state_.variables[words[1]] = {words[3 + chosen]};
    } else if (words[0] == "eval" && depth_ < deepest_eval) {
      std::string text;
      for (size_t i = 1; i < words.size(); ++i) text += (i > 1 ? " " : "") + words[i];
      Interpreter(text, state_, line, depth_ + 1).run();
    } else if (words[0] != "while" && words[0] != "[" && words[0] != "[[") {
      state_.out.commands.push_back({line, std::move(words)});
    }
  }

  std::string_view text_;
  State& state_;
  size_t at_ = 0;
  bool closed_braces_ = true;  // false: there is no } after here
  bool knows_all_ = true;      // the statement's words are exactly what the shell would have
  std::vector<Branch> branches_;
  int64_t line_;
  int depth_;
};

}  // namespace

ShellScript read_shell_script(std::string_view text, const LoopSteps& loop_steps) {
  State state{loop_steps};
  Interpreter(text, state, 1, 0).run();
  for (const std::string& name : state.exported) {
    const auto variable = state.variables.find(name);
    if (variable == state.variables.end() || state.used.contains(name) || variable->second.empty()) continue;
    state.out.environment.push_back(name + "=" + variable->second[0]);
  }
  state.out.variables = std::move(state.variables);
  return std::move(state.out);
}

}  // namespace fw::interchange
