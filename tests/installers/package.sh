#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The layout of the packages, with a small tree instead of the installed one, and CPack's result.
. "$(dirname -- "${BASH_SOURCE[0]}")/support.sh"

# A tree as installed, with this system's programs.
small_tree() {
    local id=org.framewright.Framewright
    mkdir -p tree/{bin,lib,share/framewright/help,share/doc/framewright}
    cp "$(type -P xmllint)" tree/bin/framewright
    cp /bin/true tree/bin/framewright-cli
    echo guide >tree/share/framewright/help/index.md
    echo licence >tree/share/doc/framewright/LICENSE
    install -D -m 644 "$project/installers/linux/$id.desktop" tree/share/applications/$id.desktop
    install -D -m 644 "$project/installers/linux/$id.metainfo.xml" tree/share/metainfo/$id.metainfo.xml
    install -D -m 644 "$project/installers/linux/$id.xml" tree/share/mime/packages/$id.xml
    install -D -m 644 "$project/resources/icons/$id.svg" tree/share/icons/hicolor/scalable/apps/$id.svg
    cp "$project/CMakeLists.txt" clone
}

package() {
    output=$(bash -c 'set -euo pipefail
        for step in common package; do . clone/installers/steps/$step.sh; done
        "$@"' package "$@" 2>&1)
    status=$?
}

check_debian_layout() {
    small_tree
    package lay_out_for_debian "$sandbox/tree" "$sandbox/deb"
    expect_status 0
    [ "$(readlink deb/usr/bin/framewright-cli)" = ../lib/framewright/bin/framewright-cli ] || fail "no link for the program"
    deb/usr/bin/framewright-cli || fail "the link leads nowhere"
    expect_file deb/usr/lib/framewright/share/framewright/help/index.md
    expect_file deb/usr/share/mime/packages/org.framewright.Framewright.xml
    expect_file deb/usr/share/doc/framewright/copyright
    expect_no_file deb/usr/lib/framewright/share/doc
    output=$(find deb -perm /022 -not -type l)
    [ -z "$output" ] || fail "others may write these"
}

check_folder_layout() {
    small_tree
    package lay_out_for_any_folder "$sandbox/tree" "$sandbox/any"
    expect_status 0
    local top
    top=$(echo any/framewright-*)
    expect_file "$top/bin/qt.conf"
    expect_file "$top/plugins/platforms/libqxcb.so"
    output=$(ls "$top/lib")
    expect_output libQt6Gui.so.6
    expect_output libz.so.1
    for name in libc.so.6 libm.so.6 libstdc++.so.6 libgcc_s.so.1 ld-linux-x86-64.so.2; do
        expect_no_file "$top/lib/$name"
    done
    # All of its libraries and their dependencies are included or belong to the system.
    output=$(LD_LIBRARY_PATH=$top/lib ldd "$top"/plugins/*/*.so "$top"/lib/*.so* | awk '$2 == "=>" && $3 !~ /^any\// { print $1 }' | sort -u |
        grep -vE '^(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libmvec|libstdc\+\+|libgcc_s)\.so' || true)
    [ -z "$output" ] || fail "these are not brought along"
}

check_debian_package() {
    small_tree
    mkdir -p build/packages out
    echo "FW_LIBTORCH:PATH=$sandbox/none" >build/CMakeCache.txt
    package lay_out_for_debian "$sandbox/tree" "$sandbox/build/packages/debian"
    package pack "$sandbox/build" DEB "$sandbox/build/packages/debian" "$sandbox/out"
    expect_status 0
    local deb version
    deb=$(compgen -G 'out/*.deb') || fail "there is no package"
    version=$(sed -nE 's/^project\(framewright VERSION ([0-9.]+).*/\1/p' "$project/CMakeLists.txt")
    output=$(dpkg-deb --field "$deb")
    expect_output "Package: framewright"
    expect_output "Version: $version"
    expect_output "libc6 (>="
    expect_output "ca-certificates"
    output=$(dpkg-deb --contents "$deb")
    expect_output "./usr/bin/framewright -> ../lib/framewright/bin/framewright"
    expect_output "root/root"
}

run_checks
