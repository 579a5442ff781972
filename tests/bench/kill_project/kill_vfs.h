// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Puts kill points (base/atomic_file.h) around SQLite's file operations: sqlite.before_write,
/// sqlite.in_write (half of the bytes are written), sqlite.after_write, sqlite.before_fsync,
/// sqlite.after_fsync. For every database that this process opens from now on.
void add_kill_points_to_sqlite();
