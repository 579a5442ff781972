// SPDX-License-Identifier: Apache-2.0
#include "launch/rank_group.h"

#include <fcntl.h>
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
#include <system_error>
#include <thread>
#include <utility>

#include "base/closed_later.h"
#include "base/error.h"
#include "base/paths.h"
#include "launch/host_list.h"
#include "launch/loopback_socket.h"
#include "launch/work_notice.h"

namespace fw::launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr ErrorCode not_started{"launch.not_started",
                                FW_TEXT("errors", "{program} could not be started: {reason}."), ""};
constexpr ErrorCode rank_ended{
    "launch.rank_ended", FW_TEXT("errors", "Process {rank} on {host} was ended by signal {signal} ({name})."),
    FW_TEXT("errors", "A SIGKILL that nobody sent usually means that the system ran out of memory.")};
constexpr ErrorCode rank_failed{
    "launch.rank_failed", FW_TEXT("errors", "Process {rank} on {host} ended with exit code {exit_code}."),
    FW_TEXT("errors", "What it said is in {log}.")};
constexpr ErrorCode rank_killed{
    "launch.rank_killed",
    FW_TEXT("errors", "Process {rank} on {host} was killed: it did not end within {seconds} s."),
    FW_TEXT("errors",
            "Steps since its newest checkpoint may be lost. The run resumes from that checkpoint.")};
constexpr int not_executable = 127;
constexpr std::chrono::milliseconds glance{20};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// LibTorch's default number of threads per process.
int64_t threads_of_rank(int64_t ranks) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::thread::hardware_concurrency()) / ranks);
}

Error not_possible(const std::filesystem::path& program, int error) {
  return {not_started, {{"program", to_utf8(program)}, {"reason", std::strerror(error)}}};
}

int listen_for(const std::filesystem::path& program) {
  try {
    return listen_on_loopback(0);
  } catch (const std::system_error& error) {
    throw not_possible(program, error.code().value());
  }
}

}  // namespace

/// Descriptors that a child gets; -1: not used.
struct ChildDescriptors {
  int listener = -1;
  int work = -1;    ///< write end of the pipe for notify_launcher()
  int line = -1;    ///< standard input and output
  int output = -1;  ///< standard output and errors, except what uses the line
};

namespace {

/// @return -1 if it cannot be opened
int open_output(const std::filesystem::path& folder, int64_t rank) {
  if (folder.empty()) return -1;
  const std::filesystem::path place = folder / std::to_string(rank);
  std::error_code error;
  std::filesystem::create_directories(place, error);
  return ::open((place / rank_log_name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                0644);
}

/// Runs in the child after fork(): only async-signal-safe calls.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment, pid_t parent,
                         const ChildDescriptors& given) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);                  // a training then saves and pauses
  if (::getppid() != parent) ::_exit(not_executable);  // the parent is already gone
  ::setpgid(0, 0);                                     // Ctrl+C goes to the launcher, which passes it on
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
  for (const int inherited : {given.listener, given.work})
    if (inherited >= 0) ::fcntl(inherited, F_SETFD, 0);
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
    close_pipes();
    throw;
  }
}

RankGroup::~RankGroup() {
  send(SIGKILL);
  for (pid_t& process : processes_)
    if (process > 0) ::waitpid(process, nullptr, 0);
  close_pipes();
}

void RankGroup::close_pipes() const {
  for (const int descriptor : {line_, work_})
    if (descriptor >= 0) ::close(descriptor);
}

void RankGroup::start_all() {
  const ClosedLater listener(listen_for(spec_.program));
  int work[2], line[2]{-1, -1};
  if (::pipe2(work, O_CLOEXEC | O_NONBLOCK) != 0) throw not_possible(spec_.program, errno);
  work_ = work[0];
  const ClosedLater work_of_first(work[1]);
  if (spec_.first == FirstRank::on_a_line && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
    throw not_possible(spec_.program, errno);
  line_ = line[0];
  const ClosedLater line_of_first(line[1]);
  const int64_t port = port_of(listener.descriptor());
  for (int64_t rank = 0; rank < spec_.ranks; ++rank)
    start(rank, port,
          rank == 0 ? ChildDescriptors{.listener = listener.descriptor(), .work = work[1], .line = line[1]}
                    : ChildDescriptors{});
}

void RankGroup::start(int64_t rank, int64_t port, ChildDescriptors given) {
  Environment variables = spec_.environment;
  for (const auto& [name, value] : {std::pair("RANK", rank),
                                    {"LOCAL_RANK", rank},
                                    {"WORLD_SIZE", spec_.ranks},
                                    {"LOCAL_WORLD_SIZE", spec_.ranks},
                                    {"MASTER_PORT", port}})
    variables[name] = std::to_string(value);
  variables["MASTER_ADDR"] = loopback_address;
  variables.try_emplace("OMP_NUM_THREADS", std::to_string(threads_of_rank(spec_.ranks)));
  variables.erase("TORCHELASTIC_USE_AGENT_STORE");
  for (const auto& [name, inherited] :
       {std::pair(listen_variable, given.listener), {work_variable, given.work}}) {
    variables.erase(name);
    if (inherited >= 0) variables[name] = std::to_string(inherited);
  }

  std::vector<std::string> environment, arguments{to_utf8(spec_.program)};
  for (const auto& [name, value] : variables) environment.push_back(name + "=" + value);
  arguments.insert(arguments.end(), spec_.arguments.begin(), spec_.arguments.end());
  const std::vector<char*> environment_pointers = pointers(environment);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const ClosedLater output(open_output(spec_.output, rank));
  given.output = output.descriptor();
  const pid_t parent = ::getpid();
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // delays signals for the child until exec
  const pid_t child = ::fork();
  if (child == 0)
    become(arguments.front().c_str(), argument_pointers.data(), environment_pointers.data(), parent, given);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) throw not_possible(spec_.program, errno);
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
    end.killed = has_killed_them_ && end.signal == SIGKILL;
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
  if (is_at_work() && !stop.stop_requested()) {
    if (kill_due_)
      kill_due_ = now + spec_.grace;
    else if (term_due_)
      term_due_ = now + spec_.patience;
  }
  if (stop.stop_requested() && !kill_due_) term_due_ = std::min(now, term_due_.value_or(now));
  if (!term_due_ && std::ranges::any_of(ends_, &RankEnd::failed)) term_due_ = now + spec_.patience;
  if (term_due_ && now >= *term_due_ && !kill_due_) {
    send(SIGTERM);
    has_ended_them_ = true;
    kill_due_ = now + spec_.grace;
  }
  if (kill_due_ && now >= *kill_due_) {
    has_killed_them_ = true;
    send(SIGKILL);
  }
  return std::nullopt;
}

/// True if rank 0 has sent a notice since the last call.
bool RankGroup::is_at_work() const {
  char notices[64];
  bool is = false;
  while (::read(work_, notices, sizeof notices) > 0) is = true;
  return is;
}

std::vector<Fault> RankGroup::killed() const {
  const auto limit = std::chrono::round<std::chrono::seconds>(spec_.patience + spec_.grace);
  std::vector<Fault> faults;
  for (const RankEnd& end : ends_)
    if (end.killed)
      faults.push_back(
          {rank_killed, {{"rank", end.rank}, {"host", host_name()}, {"seconds", limit.count()}}});
  return faults;
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
