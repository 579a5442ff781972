// SPDX-License-Identifier: Apache-2.0
//
// Time and memory of tensor::Checkpoint, compared with a plain read of the file and the same sum:
//   bench_load_checkpoint FOLDER [rounds]
// writes two checkpoints of 2 GB there (fp32, bf16), then loads them to fp32 and bf16, cold and warm. Every
// measurement runs in its own process, interleaved with the others; the table shows medians.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>

#include "base/units.h"
#include "support/peak_memory.h"
#include "tensor/checkpoint.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace {

using Path = std::filesystem::path;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Sizes of transformer blocks of width 2048 (fp32) or 2896 (bf16): about 2 GB either way.
void make_checkpoint(const Path& file, torch::Dtype dtype) {
  const int64_t width = dtype == torch::kFloat32 ? 2048 : 2896;
  std::map<std::string, torch::Tensor> tensors;
  for (int block = 0; block < 10; ++block) {
    const std::string name = "transformer_blocks." + std::to_string(block) + ".";
    for (const char* part : {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0"}) {
      tensors[name + part + ".weight"] = torch::randn({width, width}).to(dtype);
      tensors[name + part + ".bias"] = torch::randn({width}).to(dtype);
    }
    tensors[name + "ff.net.0.proj.weight"] = torch::randn({4 * width, width}).to(dtype);
    tensors[name + "ff.net.2.weight"] = torch::randn({width, 4 * width}).to(dtype);
  }
  fw::tensor::save_tensors(file, tensors);
}

void forget_cached(const Path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  ::fsync(descriptor);
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  ::close(descriptor);
}

double plain_read(const Path& file) {
  const auto start = Clock::now();
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::vector<char> buffer(16 << 20);
  while (::read(descriptor, buffer.data(), buffer.size()) > 0) {
  }
  ::close(descriptor);
  return seconds_since(start);
}

// The cost of touching unused memory on this computer (in a virtual machine more than reading the file).
double touch_fresh_memory(const fw::tensor::Checkpoint& checkpoint, torch::Dtype target) {
  const auto start = Clock::now();
  std::vector<torch::Tensor> tensors;
  for (const std::string& name : checkpoint.names()) {
    tensors.push_back(fw::tensor::allocate(checkpoint.shape(name), target, torch::kCPU,
                                           fw::tensor::Placement::device, fw::tensor::Role::weights));
    tensors.back().zero_();
  }
  return seconds_since(start);
}

// One measurement: prints seconds, and for `load` the growth of the peak over the weights' bytes.
int measure(const std::string& kind, const Path& file, torch::Dtype target, bool cold) {
  const torch::NoGradGuard no_grad;
  const auto checkpoint = fw::tensor::Checkpoint::open(file);
  const auto names = checkpoint.names();
  torch::ones({1 << 20}).to(target).sum();  // threads and kernels are initialised
  const auto load_all = [&](bool sum_too) {
    std::vector<torch::Tensor> tensors;
    for (const std::string& name : names) {
      tensors.push_back(checkpoint.load(name, target, torch::kCPU));
      if (sum_too) tensors.back().sum();
    }
    return tensors;
  };
  if (!cold) plain_read(file);
  if (kind == "load") {
    if (cold) forget_cached(file);
    std::ofstream("/proc/self/clear_refs") << 5;  // resets VmHWM to the current value
    const int64_t before = fw::support::peak_resident_bytes();
    const auto start = Clock::now();
    const auto tensors = load_all(true);
    const double seconds = seconds_since(start);
    uint64_t bytes = 0;
    for (const auto& tensor : tensors) bytes += tensor.nbytes();
    std::printf(
        "%f %f\n", seconds,
        static_cast<double>(fw::support::peak_resident_bytes() - before) / static_cast<double>(bytes));
  } else if (kind == "plain") {
    const auto tensors = load_all(false);
    if (cold) forget_cached(file);
    const double read_seconds = plain_read(file);
    const auto start = Clock::now();
    for (const auto& tensor : tensors) tensor.sum();
    std::printf("%f %f\n", read_seconds + seconds_since(start), read_seconds);
  } else {
    std::printf("%f 0\n", touch_fresh_memory(checkpoint, target));
  }
  return 0;
}

std::array<double, 2> run_child(const std::string& program, const std::string& arguments) {
  FILE* pipe = ::popen((program + " " + arguments).c_str(), "r");
  std::array<double, 2> figures{};
  if (pipe == nullptr || std::fscanf(pipe, "%lf %lf", &figures[0], &figures[1]) != 2) {
    throw std::runtime_error("no figures from: " + arguments);
  }
  ::pclose(pipe);
  return figures;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const std::string& program, const Path& folder, int rounds) {
  for (const char* stored : {"fp32", "bf16"}) {
    const Path file = folder / (std::string(stored) + ".safetensors");
    if (!std::filesystem::exists(file)) make_checkpoint(file, fw::tensor::parse_dtype(stored));
    std::printf("%s: %s\n", file.c_str(), fw::format_bytes(std::filesystem::file_size(file)).c_str());
  }
  std::printf(
      "| stored | target | cache | load + sum s | plain read + sum s | ratio | plain read s "
      "| fresh memory s | peak / weights |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  for (const char* stored : {"fp32", "bf16"}) {
    for (const char* target : {"fp32", "bf16"}) {
      for (const char* cache : {"warm", "cold"}) {
        std::vector<double> load, plain, read, fresh, peak;
        for (int round = 0; round < rounds; ++round) {
          const std::string rest = " " + (folder / stored).string() + ".safetensors " + target + " " + cache;
          const auto loaded = run_child(program, "load" + rest);
          const auto plainly = run_child(program, "plain" + rest);
          load.push_back(loaded[0]);
          peak.push_back(loaded[1]);
          plain.push_back(plainly[0]);
          read.push_back(plainly[1]);
          fresh.push_back(run_child(program, "fresh" + rest)[0]);
        }
        std::printf("| %s | %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.3f |\n", stored, target, cache,
                    median(load), median(plain), median(load) / median(plain), median(read), median(fresh),
                    *std::max_element(peak.begin(), peak.end()));
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5)
    return measure(argv[1], argv[2], fw::tensor::parse_dtype(argv[3]), std::string(argv[4]) == "cold");
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: %s FOLDER [rounds]\n", argv[0]);
    return 2;
  }
  compare(argv[0], argv[1], argc == 3 ? std::stoi(argv[2]) : 5);
  return 0;
}
