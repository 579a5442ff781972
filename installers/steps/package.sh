# SPDX-License-Identifier: Apache-2.0
# Packages a build: the installed tree in Debian's layout, and again with all libraries for any folder. Sourced after
# common.sh.

# Libraries of the system itself, which must match it: never included.
readonly system_libraries='^(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libmvec|libstdc\+\+|libgcc_s)\.so'
# Plug-ins that Qt loads at run time and the window needs: screen, pictures, input, dialogs, printing to files.
readonly qt_plugins=(platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so platforms/libqwayland-egl.so
    imageformats/libqjpeg.so imageformats/libqsvg.so imageformats/libqgif.so iconengines/libqsvgicon.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
    platformthemes/libqxdgdesktopportal.so wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so)

# make_packages <build folder> <folder for the packages>
make_packages() {
    local build=$1 folder=$2 tree=$1/packages/tree component components=(runtime cli window resources desktop engine-package cuda)
    rm -rf "$build/packages"
    mkdir -p "$folder" "$tree" || disk_full "$folder"
    for component in "${components[@]}"; do
        quietly "$build/packages/install.log" cmake --install "$build" --prefix "$tree" --component "$component" --strip
    done
    say "Making the Debian package."
    lay_out_for_debian "$tree" "$build/packages/debian"
    pack "$build" DEB "$build/packages/debian" "$folder"
    say "Making the package for any folder."
    lay_out_for_any_folder "$tree" "$build/packages/any-folder"
    pack "$build" TZST "$build/packages/any-folder" "$folder"
}

# quietly <log> <command>…: shows its output only if it fails.
quietly() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 && return
    cat "$log" >&2
    stop "\"$*\" failed; its output is above." "Fix that, then run this again."
}

# pack <build folder> DEB|TZST <tree> <folder for the package>
pack() {
    local libtorch
    libtorch=$(sed -n 's/^FW_LIBTORCH:[A-Z]*=//p' "$1/CMakeCache.txt")
    quietly "$1/packages/$2.log" env -C "$1/packages" FW_TREE="$3" FW_LIBTORCH="$libtorch" FW_VERSION="$(version)" FW_FOLDER="$4" \
        cpack --config "$installers_folder/package.cmake" -G "$2"
    rm -rf "$4/_CPack_Packages"
}

version() { sed -nE 's/^project\(framewright VERSION ([0-9.]+).*/\1/p' "$source_folder/CMakeLists.txt"; }

# lay_out_for_debian <tree> <target>: programs and their private libraries in a separate folder, the rest in Debian's places.
lay_out_for_debian() {
    local tree=$1 own=$2/usr/lib/framewright share=$2/usr/share
    mkdir -p "$own/share" "$2/usr/bin" "$share"
    cp -a "$tree/bin" "$tree/lib" "$own"
    cp -a "$tree/share/framewright" "$own/share"
    cp -a "$tree/share/applications" "$tree/share/metainfo" "$tree/share/mime" "$tree/share/icons" "$tree/share/doc" "$share"
    local program
    for program in "$own"/bin/*; do ln -s "../lib/framewright/bin/${program##*/}" "$2/usr/bin"; done
    write_copyright >"$share/doc/framewright/copyright"
    chmod -R u=rwX,go=rX "$2"
}

write_copyright() {
    cat <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Framewright

Files: *
Copyright: The Framewright authors
License: GPL-3.0-or-later and Apache-2.0
Comment: The window is GPL-3.0-or-later, the sources of the engine and of the command line program are Apache-2.0; programs that are
 linked with Debian's FFmpeg are GPL-3.0 as a whole.

License: GPL-3.0-or-later
 On Debian systems the text is in /usr/share/common-licenses/GPL-3, and beside this file in LICENSE-GPL-3.0.

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0, and beside this file in LICENSE-APACHE-2.0.
TEXT
}

# lay_out_for_any_folder <tree> <target>: the tree with Qt's plug-ins and all libraries it needs.
lay_out_for_any_folder() {
    local top plugins plugin
    top=$2/framewright-$(version)
    mkdir -p "$top/plugins"
    cp -a "$1/." "$top"
    plugins=$(dirname "$(dirname "$(find /usr/lib -path '*/qt6/plugins/platforms/libqxcb.so' -print -quit)")")
    for plugin in "${qt_plugins[@]}"; do
        [ -e "$plugins/$plugin" ] || continue  # Wayland's are in a separate package
        install -D -m 644 "$plugins/$plugin" "$top/plugins/$plugin"
    done
    printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$top/bin/qt.conf"
    bring_libraries "$top"
    chmod -R u=rwX,go=rX "$top"
}

# bring_libraries <tree>: copies the libraries that its files need, directly or indirectly, and their licences.
bring_libraries() {
    local name path files=() licence
    mapfile -t files < <(find "$1/bin" "$1/lib" "$1/plugins" -type f ! -name '*.conf')
    while read -r name path; do
        [[ ! $name =~ $system_libraries ]] || continue
        [ ! -e "$1/lib/$name" ] || continue
        install -m 644 "$path" "$1/lib/$name"
        for licence in $(dpkg-query -S "$(realpath "$path")" 2>/dev/null | sed 's/[:,].*//' | head -n 1); do
            [ ! -e "/usr/share/doc/$licence/copyright" ] ||
                install -D -m 644 "/usr/share/doc/$licence/copyright" "$1/share/doc/$licence/copyright"
        done
    done < <(LD_LIBRARY_PATH=$1/lib ldd "${files[@]}" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u)
}
