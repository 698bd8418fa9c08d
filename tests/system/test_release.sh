#!/usr/bin/env bash
# tools/release: what it makes and tries by which command, with scripts in place of the tools that make channels and bare systems; and
# that a release is the last commit. tools/image names what it lacks. The channels themselves are tried by tools/release alone.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs git esbuild python3 xz readelf # what tools/release would install
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

expect 2 tools/image --nonsense
one_line
expect 2 tools/image missing.tar.xz
tells "image: found 'missing.tar.xz', expected an archive of tools/package --tarball"

# All channels. Each script notes how it was called, and leaves what its tool would; bullseye cannot be made here.
mkdir tools/site
for tool in fresh package wheel image site/bundle; do
    cat >"tools/$tool" <<'END'
#!/usr/bin/env bash
printf '%s %s\n' "${0##*/}" "$*" >>"$WORK/asked"
case "${0##*/} $*" in
fresh\ *--take*) echo archive >"$2/solvent-$VERSION-$(uname -m)-linux.tar.xz" ;;
fresh\ *bullseye) echo "fresh: no mirror" >&2 && exit 3 ;;
fresh*) echo "newcomer: 9 s to a first league: ${2##*/} on $3" ;;
package*) mkdir -p "$1" && echo deb >"$1/a.deb" ;;
wheel*) echo wheel >"$3/solvent-$VERSION-py3-none-any.whl" ;;
bundle*) mkdir "$1" && echo page >"$1/site.js" ;;
esac
END
    chmod +x "tools/$tool"
done
git add .
git commit -qm scripts
rm -r "$work/dist"
export WORK=$work VERSION=$version
dist=$work/dist archive=$work/dist/solvent-$version-$(uname -m)-linux.tar.xz wheel=$work/dist/solvent-$version-py3-none-any.whl
expect 3 tools/release "$dist"
own=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
diff - "$work/asked" <<END || die "not the commands of a release"
bundle site
fresh --take $dist bullseye tools/package --tarball
fresh --give $archive bullseye
fresh --give $archive bookworm
fresh --give $archive trixie
wheel --tarball $archive $dist
fresh --give $wheel bullseye
fresh --give $wheel bookworm
fresh --give $wheel trixie
package $dist/debs
fresh --give $dist/debs $own
fresh --give $dist/solvent-$version.tar.xz bullseye
image $archive $dist
END
says "^${archive##*/} in bullseye: not tried: fresh: no mirror"
says "^  9 s to a first league: ${wheel##*/} on trixie"
tar -tf "$dist/solvent-$version.tar.xz" >"$work/files"
for file in site/site.js CMakeLists.txt tools/release; do
    grep -qx "solvent-$version/$file" "$work/files" || die "the source archive lacks $file"
done
(cd "$dist" && sha256sum --check --strict SHA256SUMS) >"$work/log" || die "the sums do not fit"
[[ $(wc -l <"$dist/SHA256SUMS") == 5 ]] || { cat "$dist/SHA256SUMS"; die "not all files have a sum"; }

sed -i 's/^version: .*/version: 0.0.1/' CITATION.cff
expect 1 tools/release --only notes "$work/dist"
one_line
tells 'found changes that are not committed'
git commit -qam older
expect 1 tools/release --only notes "$work/dist"
one_line
tells "CITATION.cff: found version: 0.0.1, expected version: $version"
