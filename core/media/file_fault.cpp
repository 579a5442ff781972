// SPDX-License-Identifier: Apache-2.0
#include "media/file_fault.h"

#include <new>
#include <stdexcept>

#include "base/paths.h"
#include "media/errors.h"

namespace fw::media {

Fault fault_of(const std::filesystem::path& file) {
  try {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    return error.fault();
  } catch (const std::bad_alloc&) {
    return Fault(too_large, {{"file", to_utf8(file)}});
  } catch (const std::length_error&) {
    return Fault(too_large, {{"file", to_utf8(file)}});
  } catch (const std::exception& error) {
    return Fault(unreadable, {{"file", to_utf8(file)}, {"reason", error.what()}});
  }
}

}  // namespace fw::media
