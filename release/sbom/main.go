// Command sbom prints the software bill of materials of a Go program as CycloneDX 1.6 in JSON.
// It takes the list of modules from the build information inside the program.
//
//	sbom PROGRAM > PROGRAM.cdx.json
//
// The same program gives the same bytes, because the output contains no time and no random
// serial number.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

type document struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

func run(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	main := component{
		Type: "application", Ref: "program", Name: filepath.Base(program), Version: stamped(info),
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}},
	}
	doc := document{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{main}}
	doc.Components = append(doc.Components, library("stdlib", strings.TrimPrefix(info.GoVersion, "go"), ""))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		doc.Components = append(doc.Components, library(m.Path, m.Version, m.Sum))
	}
	all := dependency{Ref: main.Ref}
	for _, c := range doc.Components {
		all.On = append(all.On, c.Ref)
	}
	doc.Dependencies = []dependency{all}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	return out.Encode(doc)
}

// stamped returns the version that the release set with -ldflags, otherwise the version of the main
// module.
func stamped(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key != "-ldflags" {
			continue
		}
		for word := range strings.FieldsSeq(s.Value) {
			if _, v, ok := strings.Cut(word, "/internal/version.version="); ok {
				return v
			}
		}
	}
	return info.Main.Version
}

// library describes a module. The checksum from go.sum (h1:…) is a SHA-256 in base64.
func library(path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + version
	c := component{Type: "library", Ref: purl, Name: path, Version: version, PURL: purl}
	if h1, ok := strings.CutPrefix(sum, "h1:"); ok {
		if raw, err := base64.StdEncoding.DecodeString(h1); err == nil {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(raw)}}
		}
	}
	return c
}
