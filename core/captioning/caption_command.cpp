// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/paths.h"
#include "captioning/captioner.h"
#include "captioning/captioner_errors.h"

namespace fw::captioning {

namespace {

using Clock = std::chrono::steady_clock;

/// Limit for a captioner's output: a model that never stops must not fill the memory.
constexpr size_t most_output = 1 << 20;
/// Kept part of its errors and progress bars, of any length: the end shows why it failed.
constexpr size_t most_errors = 4096;

[[noreturn]] void fail(const std::string& reason) {
  throw Error(captioner_failed, {{"reason", reason}});
}

void replace_all(std::string& text, std::string_view what, const std::string& by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// A child process in its own process group, with pipes for its output and errors.
class Child {
 public:
  explicit Child(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    open_pipe(output_);
    open_pipe(errors_);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output_[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors_[1], STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    // The child would inherit signals that this program blocks or ignores.
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &pipe);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = ::posix_spawnp(&id_, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(output_[1]);
    close(errors_[1]);
    if (error != 0) {
      id_ = -1;
      fail(words[0] + " cannot be started: " + std::strerror(error));
    }
  }
  ~Child() {
    if (id_ > 0) {
      ::kill(-id_, SIGKILL);
      ::waitpid(id_, nullptr, 0);
    }
    close(output_[0]);
    close(errors_[0]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads both pipes until they are closed or the process has ended; processes that it started may still
  /// hold the pipes. @return its exit status @throws on stop, timeout and too much output
  int read_all(std::string& output, std::string& errors, Clock::time_point deadline,
               const std::stop_token& stop) {
    std::array<pollfd, 2> pipes{pollfd{output_[0], POLLIN, 0}, pollfd{errors_[0], POLLIN, 0}};
    std::optional<int> status;
    while (!status) {
      if (stop.stop_requested()) throw Cancelled();
      if (Clock::now() > deadline) fail("it took too long");
      const bool open = pipes[0].fd >= 0 || pipes[1].fd >= 0;
      ::poll(pipes.data(), pipes.size(), open ? 50 : 5);
      status = ended();  // before the last read: then all of its output is in the pipes
      drain(pipes[0], output);
      if (output.size() > most_output) fail("it prints without end");
      drain(pipes[1], errors);
      if (errors.size() > most_errors) errors.erase(0, errors.size() - most_errors);
    }
    return *status;
  }

 private:
  /// Its exit status, once it has ended.
  std::optional<int> ended() {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) != id_) return std::nullopt;
    id_ = -1;
    return status;
  }

  /// Reads what is in the pipe now, up to a megabyte.
  static void drain(pollfd& pipe, std::string& text) {
    std::array<char, 65536> bytes{};
    for (int block = 0; block < 16 && pipe.fd >= 0; ++block) {
      const ssize_t count = ::read(pipe.fd, bytes.data(), bytes.size());
      if (count > 0) {
        text.append(bytes.data(), static_cast<size_t>(count));
      } else {
        if (count == 0 || (errno != EAGAIN && errno != EINTR)) pipe.fd = -1;  // closed: poll ignores it
        return;
      }
    }
  }

  static void open_pipe(std::array<int, 2>& ends) {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0 || ::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
      fail(std::strerror(errno));
  }
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }

  pid_t id_ = -1;
  std::array<int, 2> output_{-1, -1};
  std::array<int, 2> errors_{-1, -1};
};

std::string last_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  const size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

}  // namespace

std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool space = c == ' ' || c == '\t' || c == '\n';
    if (quote == '\0' && space) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') throw Error(bad_captioner, {{"reason", "a quote is left open"}});
  if (words.empty()) throw Error(bad_captioner, {{"reason", "the command is empty"}});
  return words;
}

std::string caption_by_command(const Captioner& captioner, const std::filesystem::path& clip,
                               const std::stop_token& stop) {
  std::vector<std::string> words = split_command(captioner.command);
  for (std::string& word : words) replace_all(word, "{file}", clip.string());
  const auto deadline =
      Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(captioner.timeout_s * 1000));
  Child child(std::move(words));
  std::string output;
  std::string errors;
  const int status = child.read_all(output, errors, deadline, stop);
  if (WIFSIGNALED(status)) fail("it was ended by signal " + std::to_string(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0) {
    fail("it ended with code " + std::to_string(WEXITSTATUS(status)) +
         (errors.empty() ? "" : ": " + last_line(errors)));
  }
  return output;
}

}  // namespace fw::captioning
