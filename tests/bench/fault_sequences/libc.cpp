// SPDX-License-Identifier: Apache-2.0
//
// The C library's file functions, with a fault where the plan wants one. The program exports them, so the
// linker resolves to them in every library of the process before the C library: standard C++ streams and
// std::filesystem, SQLite, FFmpeg and LibTorch alike. They do not see calls within the C library itself (the
// writes behind fwrite; its opening is caught by fopen) and pages of mapped files.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "faults.h"

using fw::faults::Gate;
using fw::faults::Kind;

#define REAL(name) static const auto real = reinterpret_cast<decltype(&::name)>(::dlsym(RTLD_NEXT, #name))

namespace {

Kind kind_of_open(int flags) {
  const bool changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  return changes ? Kind::create : Kind::open;
}

Kind kind_of_mode(const char* mode) {
  return std::strpbrk(mode, "wa+") != nullptr ? Kind::create : Kind::open;
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

#define DEFINE_OPEN(name)                               \
  int name(const char* path, int flags, ...) {          \
    REAL(name);                                         \
    va_list arguments;                                  \
    va_start(arguments, flags);                         \
    const mode_t mode = mode_of(flags, arguments);      \
    va_end(arguments);                                  \
    const Gate gate(kind_of_open(flags), path);         \
    return gate.fails() ? -1 : real(path, flags, mode); \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name)                                     \
  int name(int folder, const char* path, int flags, ...) {      \
    REAL(name);                                                 \
    va_list arguments;                                          \
    va_start(arguments, flags);                                 \
    const mode_t mode = mode_of(flags, arguments);              \
    va_end(arguments);                                          \
    const Gate gate(kind_of_open(flags), folder, path);         \
    return gate.fails() ? -1 : real(folder, path, flags, mode); \
  }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

// Used with -D_FORTIFY_SOURCE.
int __open_2(const char* path, int flags) {
  return ::open(path, flags);
}
int __open64_2(const char* path, int flags) {
  return ::open64(path, flags);
}
int __openat_2(int folder, const char* path, int flags) {
  return ::openat(folder, path, flags);
}
int __openat64_2(int folder, const char* path, int flags) {
  return ::openat64(folder, path, flags);
}

#define DEFINE_FOPEN(name)                            \
  FILE* name(const char* path, const char* mode) {    \
    REAL(name);                                       \
    const Gate gate(kind_of_mode(mode), path);        \
    return gate.fails() ? nullptr : real(path, mode); \
  }
DEFINE_FOPEN(fopen)
DEFINE_FOPEN(fopen64)

DIR* opendir(const char* path) {
  REAL(opendir);
  const Gate gate(Kind::list, path);
  return gate.fails() ? nullptr : real(path);
}

// Functions whose first argument is the file, and whose failure is -1.
#define DEFINE(kind, result, name, declared, passed, ...) \
  result name declared __VA_ARGS__ {                      \
    REAL(name);                                           \
    const Gate gate(Kind::kind, first);                   \
    return gate.fails() ? -1 : real passed;               \
  }
// Functions that write: half of it if planned.
#define DEFINE_WRITE(result, name, declared, whole, half)     \
  result name declared {                                      \
    REAL(name);                                               \
    const Gate gate(Kind::write, first);                      \
    if (gate.fails()) return -1;                              \
    return gate.shortens() && n > 1 ? real half : real whole; \
  }
DEFINE(create, int, creat, (const char* first, mode_t mode), (first, mode))
DEFINE(create, int, creat64, (const char* first, mode_t mode), (first, mode))
DEFINE(read, ssize_t, read, (int first, void* to, size_t n), (first, to, n))
DEFINE(read, ssize_t, pread, (int first, void* to, size_t n, off_t at), (first, to, n, at))
DEFINE(read, ssize_t, pread64, (int first, void* to, size_t n, off64_t at), (first, to, n, at))
DEFINE(read, ssize_t, readv, (int first, const struct iovec* to, int n), (first, to, n))
DEFINE_WRITE(ssize_t, write, (int first, const void* from, size_t n), (first, from, n), (first, from, n / 2))
DEFINE_WRITE(ssize_t, pwrite, (int first, const void* from, size_t n, off_t at), (first, from, n, at),
             (first, from, n / 2, at))
DEFINE_WRITE(ssize_t, pwrite64, (int first, const void* from, size_t n, off64_t at), (first, from, n, at),
             (first, from, n / 2, at))
DEFINE_WRITE(ssize_t, writev, (int first, const struct iovec* from, int n), (first, from, n),
             (first, from, n / 2))
DEFINE(sync, int, fsync, (int first), (first))
DEFINE(sync, int, fdatasync, (int first), (first))
DEFINE(truncate, int, ftruncate, (int first, off_t size), (first, size), noexcept)
DEFINE(truncate, int, ftruncate64, (int first, off64_t size), (first, size), noexcept)
DEFINE(truncate, int, truncate, (const char* first, off_t size), (first, size), noexcept)
DEFINE(truncate, int, fallocate, (int first, int mode, off_t at, off_t size), (first, mode, at, size))
DEFINE(truncate, int, fallocate64, (int first, int mode, off64_t at, off64_t size), (first, mode, at, size))
DEFINE(unlink, int, unlink, (const char* first), (first), noexcept)
DEFINE(unlink, int, remove, (const char* first), (first), noexcept)
DEFINE(mkdir, int, mkdir, (const char* first, mode_t mode), (first, mode), noexcept)
DEFINE(rmdir, int, rmdir, (const char* first), (first), noexcept)
DEFINE(look, int, stat, (const char* first, struct stat* to), (first, to), noexcept)
DEFINE(look, int, stat64, (const char* first, struct stat64* to), (first, to), noexcept)
DEFINE(look, int, lstat, (const char* first, struct stat* to), (first, to), noexcept)
DEFINE(look, int, lstat64, (const char* first, struct stat64* to), (first, to), noexcept)
DEFINE(look, int, access, (const char* first, int mode), (first, mode), noexcept)
// The second argument is the new file.
DEFINE(rename, int, rename, (const char* from, const char* first), (from, first), noexcept)
DEFINE(link, int, link, (const char* from, const char* first), (from, first), noexcept)
DEFINE(link, int, symlink, (const char* to, const char* first), (to, first), noexcept)

ssize_t sendfile(int first, int from, off_t* at, size_t n) noexcept {
  REAL(sendfile);
  const Gate gate(Kind::write, first);
  return gate.fails() ? -1 : real(first, from, at, gate.shortens() && n > 1 ? n / 2 : n);
}

ssize_t copy_file_range(int from, off64_t* at, int first, off64_t* to, size_t n, unsigned flags) {
  REAL(copy_file_range);
  const Gate gate(Kind::write, first);
  return gate.fails() ? -1 : real(from, at, first, to, gate.shortens() && n > 1 ? n / 2 : n, flags);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  REAL(unlinkat);
  const Gate gate((flags & AT_REMOVEDIR) != 0 ? Kind::rmdir : Kind::unlink, folder, path);
  return gate.fails() ? -1 : real(folder, path, flags);
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  REAL(mkdirat);
  const Gate gate(Kind::mkdir, folder, path);
  return gate.fails() ? -1 : real(folder, path, mode);
}

int fstatat(int folder, const char* path, struct stat* to, int flags) noexcept {
  REAL(fstatat);
  const Gate gate(Kind::look, folder, path);
  return gate.fails() ? -1 : real(folder, path, to, flags);
}

int renameat(int folder, const char* from, int to_folder, const char* to) noexcept {
  REAL(renameat);
  const Gate gate(Kind::rename, to_folder, to);
  return gate.fails() ? -1 : real(folder, from, to_folder, to);
}

int renameat2(int folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  REAL(renameat2);
  const Gate gate(Kind::rename, to_folder, to);
  return gate.fails() ? -1 : real(folder, from, to_folder, to, flags);
}

int posix_fallocate(int descriptor, off_t at, off_t size) {
  REAL(posix_fallocate);
  const Gate gate(Kind::truncate, descriptor);
  return gate.fails() ? errno : real(descriptor, at, size);
}

int close(int descriptor) {  // closed in any case, as the kernel does
  REAL(close);
  const Gate gate(Kind::close, descriptor);
  const int result = real(descriptor);
  return gate.fails() ? -1 : result;
}

}  // extern "C"
