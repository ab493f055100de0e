// Command image builds a container image of a compiled program from scratch: it contains one file,
// no shell, and only the user 65532.
//
//	image -program kydai -arch amd64 -version 1.2.3 -date 1790000000 -out kydai.tar
//	image -push registry.example/kydai:1.2.3 amd64.tar arm64.tar
//
// The first form writes a file for `docker load`. The second form pushes such files as one image
// for several processors. The same program gives the same bytes.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the numeric user id under which the program runs; the image has no /etc/passwd.
const user = 65532

// settings describe the image to build.
type settings struct {
	program, arch, version string
	date                   time.Time
}

func main() {
	var s settings
	flag.StringVar(&s.program, "program", "", "the `FILE` to put into the image")
	flag.StringVar(&s.arch, "arch", "amd64", "the processor of the program")
	flag.StringVar(&s.version, "version", "", "the version of the program")
	date := flag.Int64("date", 0, "the date of the files and of the image, in `SECONDS` since 1970")
	out := flag.String("out", "", "write the image to this `FILE`")
	push := flag.String("push", "", "push the images of the named files as one, to `NAME`")
	flag.Parse()
	s.date = time.Unix(*date, 0).UTC()
	err := errors.New("say -out or -push")
	switch {
	case *push != "":
		err = pushAll(*push, flag.Args())
	case *out != "":
		err = write(s, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func write(s settings, out string) error {
	img, err := build(s)
	if err != nil {
		return err
	}
	tag, err := name.NewTag("kydai:" + s.version)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(out, tag, img)
}

// build builds the image, which contains the program and a folder that the program may write to.
func build(s settings) (v1.Image, error) {
	text, err := os.ReadFile(s.program)
	if err != nil {
		return nil, err
	}
	packed, err := pack(text, s.date)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(packed)), nil })
	if err != nil {
		return nil, err
	}
	img, err := mutate.Append(mutate.MediaType(empty.Image, types.DockerManifestSchema2), mutate.Addendum{Layer: layer})
	if err != nil {
		return nil, err
	}
	file, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = "linux", s.arch, v1.Time{Time: s.date}
	file.History = []v1.History{{Created: v1.Time{Time: s.date}, CreatedBy: "kydai/release/image"}}
	file.Config = v1.Config{
		User: fmt.Sprint(user), Entrypoint: []string{"/kydai"}, Cmd: []string{"serve"}, WorkingDir: "/data",
		Env:          []string{"KYDAI_DATA=/data", "HOME=/data"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		Labels: map[string]string{
			"org.opencontainers.image.title":    "kydai",
			"org.opencontainers.image.version":  s.version,
			"org.opencontainers.image.licenses": "AGPL-3.0-or-later",
		},
	}
	return mutate.ConfigFile(img, file)
}

// pack returns the files of the image as a compressed tar archive with the given date.
func pack(program []byte, date time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range []struct {
		tar.Header

		text []byte
	}{
		{tar.Header{Typeflag: tar.TypeReg, Name: "kydai", Mode: 0o755}, program},
		{tar.Header{Typeflag: tar.TypeDir, Name: "data/", Mode: 0o700, Uid: user, Gid: user}, nil},
	} {
		f.Size, f.ModTime, f.Format = int64(len(f.text)), date, tar.FormatPAX
		if err := t.WriteHeader(&f.Header); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.text); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(t.Close(), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// pushAll pushes the images in the given files to a registry as one image for several processors.
func pushAll(to string, files []string) error {
	ref, err := name.ParseReference(to)
	if err != nil {
		return err
	}
	index := mutate.IndexMediaType(empty.Index, types.DockerManifestList)
	for _, file := range files {
		img, err := tarball.ImageFromPath(file, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		c, err := img.ConfigFile()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: img, Descriptor: v1.Descriptor{Platform: c.Platform()}})
	}
	return remote.WriteIndex(ref, index, remote.WithAuthFromKeychain(authn.DefaultKeychain))
}
