// SPDX-License-Identifier: Apache-2.0
#include "launch/rank_group.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "base/closed_later.h"
#include "base/error.h"
#include "base/paths.h"
#include "launch/host_list.h"

namespace fw::launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr ErrorCode not_started{"launch.not_started",
                                FW_TEXT("errors", "{program} could not be started: {reason}."), ""};
constexpr ErrorCode rank_ended{
    "launch.rank_ended", FW_TEXT("errors", "Process {rank} on {host} was ended by signal {signal} ({name})."),
    FW_TEXT("errors",
            "SIGKILL without anybody's doing is what the system ends a process by that takes the "
            "last of its memory.")};
constexpr ErrorCode rank_failed{
    "launch.rank_failed", FW_TEXT("errors", "Process {rank} on {host} ended with exit code {exit_code}."),
    FW_TEXT("errors", "What it said is in {log}.")};
constexpr int not_executable = 127;
constexpr std::chrono::milliseconds glance{20};

/// A TCP socket that listens on a port of the system's choice. Rank 0 inherits it, so that no other program
/// can take the port in between.
class Listener {
 public:
  explicit Listener(const std::filesystem::path& program) {
    descriptor_ = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_storage address{};
    socklen_t length = sizeof(sockaddr_in6);
    if (descriptor_ >= 0) {
      reinterpret_cast<sockaddr_in6&>(address).sin6_family = AF_INET6;  // and by it all of IPv4
    } else {
      descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      reinterpret_cast<sockaddr_in&>(address).sin_family = AF_INET;
      length = sizeof(sockaddr_in);
    }
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (descriptor_ < 0 || ::bind(descriptor_, any, length) != 0 || ::listen(descriptor_, SOMAXCONN) != 0 ||
        ::getsockname(descriptor_, any, &length) != 0)
      throw Error(not_started, {{"program", to_utf8(program)}, {"reason", std::strerror(errno)}});
    port_ = ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                                : reinterpret_cast<sockaddr_in&>(address).sin_port);
  }
  ~Listener() { ::close(descriptor_); }
  Listener(const Listener&) = delete;
  int descriptor() const { return descriptor_; }
  int64_t port() const { return port_; }

 private:
  int descriptor_ = -1;
  int64_t port_ = 0;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// What LibTorch uses of this machine's cores unless somebody says otherwise.
int64_t threads_of_rank(int64_t ranks) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::thread::hardware_concurrency()) / ranks);
}

/// What a child gets in place of this process's own; -1: nothing of the kind.
struct Descriptors {
  int listener = -1;
  int line = -1;    ///< standard input and output
  int output = -1;  ///< standard output and errors, but for what goes to the line
};

/// @return -1 where it cannot be made
int open_output(const std::filesystem::path& folder, int64_t rank) {
  if (folder.empty()) return -1;
  const std::filesystem::path place = folder / std::to_string(rank);
  std::error_code error;
  std::filesystem::create_directories(place, error);
  return ::open((place / rank_log_name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/// In the child, after fork(): only what is safe there.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment, pid_t parent,
                         const Descriptors& given) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(not_executable);  // it has gone already
  ::setpgid(0, 0);                                     // Ctrl+C is for the launcher, which passes it on
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    ::signal(signal, SIG_DFL);  // not this program's handlers
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (given.output >= 0) ::dup2(given.output, stream);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
    if (given.line >= 0) ::dup2(given.line, stream);
  if (given.listener >= 0) ::fcntl(given.listener, F_SETFD, 0);
  ::execve(program, arguments, environment);
  ::_exit(not_executable);
}

}  // namespace

Fault fault_of(const RankEnd& end, const std::filesystem::path& output) {
  if (end.signal != 0)
    return {rank_ended,
            {{"rank", end.rank},
             {"host", host_name()},
             {"signal", end.signal},
             {"name", ::strsignal(end.signal)}}};
  return {rank_failed,
          {{"rank", end.rank},
           {"host", host_name()},
           {"exit_code", end.exit_code},
           {"log", to_utf8(output / std::to_string(end.rank) / rank_log_name)}}};
}

RankGroup::RankGroup(LaunchSpec spec) : spec_(std::move(spec)) {
  try {
    start_all();
  } catch (...) {
    send(SIGKILL);
    wait();
    if (line_ >= 0) ::close(line_);
    throw;
  }
}

RankGroup::~RankGroup() {
  send(SIGKILL);
  for (pid_t& process : processes_)
    if (process > 0) ::waitpid(process, nullptr, 0);
  if (line_ >= 0) ::close(line_);
}

void RankGroup::start_all() {
  const Listener listener(spec_.program);
  int ends[2]{-1, -1};
  if (spec_.first == FirstRank::on_a_line && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(not_started, {{"program", to_utf8(spec_.program)}, {"reason", std::strerror(errno)}});
  line_ = ends[0];
  const ClosedLater others_end(ends[1]);
  for (int64_t rank = 0; rank < spec_.ranks; ++rank)
    start(rank, rank == 0 ? listener.descriptor() : -1, listener.port(), rank == 0 ? ends[1] : -1);
}

void RankGroup::start(int64_t rank, int listener, int64_t port, int line) {
  Environment variables = spec_.environment;
  for (const auto& [name, value] : {std::pair("RANK", rank),
                                    {"LOCAL_RANK", rank},
                                    {"WORLD_SIZE", spec_.ranks},
                                    {"LOCAL_WORLD_SIZE", spec_.ranks},
                                    {"MASTER_PORT", port}})
    variables[name] = std::to_string(value);
  variables["MASTER_ADDR"] = "localhost";
  variables.try_emplace("OMP_NUM_THREADS", std::to_string(threads_of_rank(spec_.ranks)));
  variables.erase("TORCHELASTIC_USE_AGENT_STORE");
  variables.erase(listen_variable);
  if (listener >= 0) variables[listen_variable] = std::to_string(listener);

  std::vector<std::string> environment, arguments{to_utf8(spec_.program)};
  for (const auto& [name, value] : variables) environment.push_back(name + "=" + value);
  arguments.insert(arguments.end(), spec_.arguments.begin(), spec_.arguments.end());
  const std::vector<char*> environment_pointers = pointers(environment);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const ClosedLater output(open_output(spec_.output, rank));
  const pid_t parent = ::getpid();
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // a signal for the child waits until it is itself
  const pid_t child = ::fork();
  if (child == 0)
    become(arguments.front().c_str(), argument_pointers.data(), environment_pointers.data(), parent,
           {listener, line, output.descriptor()});
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0)
    throw Error(not_started, {{"program", to_utf8(spec_.program)}, {"reason", std::strerror(errno)}});
  processes_.push_back(child);
}

void RankGroup::send(int signal) const {
  for (const pid_t process : processes_)
    if (process > 0) ::kill(process, signal);
}

void RankGroup::reap() {
  for (size_t rank = 0; rank < processes_.size(); ++rank) {
    int status = 0;
    if (processes_[rank] == 0 || ::waitpid(processes_[rank], &status, WNOHANG) <= 0) continue;
    processes_[rank] = 0;
    RankEnd& end = ends_.emplace_back(RankEnd{static_cast<int64_t>(rank)});
    end.by_launcher = has_ended_them_;
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  }
}

RankEnd RankGroup::wait(const std::stop_token& stop) {
  while (true) {
    if (const auto end = poll(stop)) return *end;
    std::this_thread::sleep_for(glance);
  }
}

std::optional<RankEnd> RankGroup::poll(const std::stop_token& stop) {
  reap();
  if (ends_.size() == processes_.size()) return telling_end();
  const auto now = Clock::now();
  if (stop.stop_requested() && !kill_due_) term_due_ = std::min(now, term_due_.value_or(now));
  if (!term_due_ && std::ranges::any_of(ends_, &RankEnd::failed)) term_due_ = now + spec_.patience;
  if (term_due_ && now >= *term_due_ && !kill_due_) {
    send(SIGTERM);
    has_ended_them_ = true;
    kill_due_ = now + spec_.grace;
  }
  if (kill_due_ && now >= *kill_due_) send(SIGKILL);
  return std::nullopt;
}

RankEnd RankGroup::telling_end() const {
  const std::function<bool(const RankEnd&)> in_order[]{
      [](const RankEnd& end) { return end.signal != 0 && !end.by_launcher; },
      [](const RankEnd& end) { return end.rank == 0 && end.failed() && !end.by_launcher; },
      [](const RankEnd& end) { return end.failed() && !end.by_launcher; },
      [](const RankEnd& end) { return end.failed(); },
      [](const RankEnd& end) { return end.rank == 0; },
  };
  for (const auto& wanted : in_order)
    if (const auto found = std::ranges::find_if(ends_, wanted); found != ends_.end()) return *found;
  return {};
}

}  // namespace fw::launch
