#!/usr/bin/env bash
# tools/release: notes are those of the version, sums those of all files, and a release is the last commit. tools/image names what
# it lacks. The channels themselves are made and tried by tools/release alone.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs git
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
version=$("$solvent" manifest | grep -o '"solvent":"[0-9.]*' | head -n 1 | grep -o '[0-9.]*$')
mkdir -p "$work/checkout/tools/lib"
cd "$work/checkout"
cp "$SOLVENT_SOURCE"/{CMakeLists.txt,CITATION.cff} .
cp "$SOLVENT_SOURCE"/tools/{release,image} tools
cp "$SOLVENT_SOURCE/tools/lib/deps.sh" tools/lib
printf '# Changes\n\n## 9.0.0\n\nnewer\n\n## %s\n\n### New\n\n- ours\n\n## 0.0.1\n\nolder\n' "$version" >CHANGELOG.md
git init -q .
git add .
git commit -qm all

expect 2 tools/release --nonsense
one_line
expect 2 tools/release --only wheels
tells "--only: found 'wheels', expected one of tarball wheel debs source image notes sums"
expect 0 tools/release --only notes "$work/dist"
printf '\n### New\n\n- ours\n\n' | cmp - "$work/dist/NOTES.md" || die "the notes are not those of $version"
mkdir "$work/dist/debs"
echo one >"$work/dist/debs/a b.deb"
expect 0 tools/release --only sums "$work/dist"
(cd "$work/dist" && sha256sum --check --strict SHA256SUMS) >"$work/log" || die "the sums do not fit"
[[ $(cut -c 67- "$work/dist/SHA256SUMS") == $'NOTES.md\ndebs/a b.deb' ]] || { cat "$work/dist/SHA256SUMS"; die "not all files have a sum"; }

# An archive that is not there ends its channels alone.
expect 1 tools/release --only image "$work/dist"
tells "image: found '$work/dist/solvent-$version-$(uname -m)-linux.tar.xz', expected an archive of tools/package --tarball"
says '^images: failed with status 2'

sed -i 's/^version: .*/version: 0.0.1/' CITATION.cff
expect 1 tools/release --only notes "$work/dist"
one_line
tells 'found changes that are not committed'
git commit -qam older
expect 1 tools/release --only notes "$work/dist"
one_line
tells "CITATION.cff: found version: 0.0.1, expected version: $version"

expect 2 tools/image --nonsense
one_line
expect 2 tools/image missing.tar.xz
tells "image: found 'missing.tar.xz', expected an archive of tools/package --tarball"
