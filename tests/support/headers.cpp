// SPDX-License-Identifier: Apache-2.0
// A target with precompiled headers needs one source file.
