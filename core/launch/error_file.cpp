// SPDX-License-Identifier: Apache-2.0
#include "launch/error_file.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "launch/host_list.h"

namespace fw::launch {

void write_error_file(const Environment& environment, const Fault& fault) {
  const auto file = environment.find("TORCHELASTIC_ERROR_FILE");
  if (file == environment.end() || file->second.empty()) return;
  // In the format of torch.distributed.elastic.multiprocessing.errors.ErrorHandler.
  const nlohmann::json error{
      {"message",
       {{"message", fault.full_message()},
        {"extraInfo", {{"hostname", host_name()}, {"timestamp", std::to_string(std::time(nullptr))}}}}}};
  write_file_atomically(file->second, error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                        Existing::replace);
}

}  // namespace fw::launch
