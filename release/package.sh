#!/bin/sh
# Makes packages of a built program: release/package.sh PROGRAM ARCH VERSION FOLDER FORMAT...
# FORMAT is deb, rpm or image. SOURCE_DATE_EPOCH is the date inside, in seconds.
set -eu
cd "$(dirname "$0")/.."
PROGRAM=$1 ARCH=$2 VERSION=$3 folder=$4
shift 4
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export PROGRAM ARCH VERSION SOURCE_DATE_EPOCH
mkdir -p "$folder"
for format in "$@"; do
  case $format in
  deb | rpm) "$(release/tools.sh nfpm)" package --config release/nfpm.yaml --packager "$format" --target "$folder/kydai_${VERSION}_linux_$ARCH.$format" ;;
  image) "$(release/tools.sh image)" -program "$PROGRAM" -arch "$ARCH" -version "$VERSION" -date "$SOURCE_DATE_EPOCH" -out "$folder/kydai_${VERSION}_linux_${ARCH}_image.tar" ;;
  *) echo "package.sh: no format '$format'; there are deb, rpm and image" >&2; exit 2 ;;
  esac
done
