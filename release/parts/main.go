// Command parts prints the size in bytes of each part of the program, as a Markdown table.
//
//	parts SHIPPED SYMBOLS FOLDER
//
// SHIPPED is the program as it is shipped, without symbols. SYMBOLS is the same program with
// symbols, an ELF file. FOLDER is the source tree, for the sizes of the embedded files.
package main

import (
	"cmp"
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: parts SHIPPED SYMBOLS FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "parts:", err)
		os.Exit(1)
	}
}

// others is the name of the row for packages that have no row of their own.
const others = "other modules"

// rows groups packages into rows of the table. A package belongs to the first row whose prefix
// begins the package's path.
var rows = []struct{ prefix, name string }{
	{"github.com/nats-io/", "NATS server and client"},
	{"modernc.org/", "SQLite"},
	{"github.com/jackc/", "PostgreSQL client (pgx)"},
	{"github.com/danielgtaylor/huma", "REST (huma)"},
	{"github.com/go-webauthn/", "passkeys (webauthn, cbor, tpm)"},
	{"github.com/fxamacker/", "passkeys (webauthn, cbor, tpm)"},
	{"github.com/google/go-tpm", "passkeys (webauthn, cbor, tpm)"},
	{"github.com/prometheus/", "metrics (prometheus, protobuf)"},
	{"google.golang.org/protobuf", "metrics (prometheus, protobuf)"},
	{"go.opentelemetry.io/", "traces (OpenTelemetry)"},
	{"google.golang.org/", "traces (OpenTelemetry)"},
	{"golang.org/x/text", "character sets, names (x/text)"},
	{"golang.org/x/crypto/x509roots", "certificates of authorities"},
	{"games/", "rules and engines of the games"},
	{"ours", "all other code of kydai"},
}

// part is a row of the table: a name and a size in bytes.
type part struct {
	name string
	size int64
}

func run(shipped, symbols, folder string) error {
	info, err := os.Stat(shipped)
	if err != nil {
		return err
	}
	sizes, err := code(symbols, moduleOf(folder))
	if err != nil {
		return err
	}
	for name, globs := range embedded {
		n, err := filesOf(folder, globs)
		if err != nil {
			return err
		}
		sizes[name] += n
	}
	sum := int64(0)
	for _, n := range sizes {
		sum += n
	}
	rest := info.Size() - sum
	var parts []part
	for name, n := range sizes {
		if n < 100_000 {
			rest += n // too small for its own row
			continue
		}
		parts = append(parts, part{name, n})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(b.size, a.size), strings.Compare(a.name, b.name)) })
	parts = append(parts, part{"types, strings and smaller parts", rest}, part{"**the program**", info.Size()})
	fmt.Println("| part | MB |\n|---|---|")
	for _, p := range parts {
		fmt.Printf("| %s | %.2f |\n", p.name, float64(p.size)/1e6)
	}
	return nil
}

// embedded maps the name of a table row to the patterns of the embedded files in that row.
var embedded = map[string][]string{
	"client: WebAssembly modules":                {"ui/dist/assets/*.wasm.br"},
	"client: pages, styles, pictures and fonts":  {"ui/dist", "!ui/dist/assets/*.wasm.br"},
	"texts: rules, lessons, translations, looks": {"games/*/text", "games/*/ui/sprite.svg", "games/*/ui/picture.json", "ui/i18n"},
}

// filesOf returns the total size of the files and folders that match the patterns. Files that match
// a pattern with "!" are subtracted.
func filesOf(folder string, patterns []string) (total int64, err error) {
	for _, p := range patterns {
		sign := int64(1)
		if rest, ok := strings.CutPrefix(p, "!"); ok {
			p, sign = rest, -1
		}
		names, err := filepath.Glob(filepath.Join(folder, p))
		if err != nil {
			return 0, err
		}
		for _, name := range names {
			err := filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				info, err := d.Info()
				if err == nil {
					total += sign * info.Size()
				}
				return err
			})
			if err != nil {
				return 0, err
			}
		}
	}
	return total, nil
}

// code returns the sizes of functions and data by row. One row is for the table of functions, which
// stack traces and the garbage collector need.
func code(file, module string) (map[string]int64, error) {
	f, err := elf.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // the file is only read, so an error of Close does not matter
	symbols, err := f.Symbols()
	if err != nil {
		return nil, fmt.Errorf("%s: %w; build it without -ldflags -s", file, err)
	}
	sizes := map[string]int64{}
	for _, s := range symbols {
		if int(s.Section) >= len(f.Sections) {
			continue
		}
		section := f.Sections[s.Section]
		if section.Type == elf.SHT_NOBITS || section.Name == ".gopclntab" {
			continue
		}
		if name := rowOf(s.Name, module); name != "" {
			sizes[name] += int64(s.Size) //nolint:gosec // cannot overflow, because symbols are small
		}
	}
	if s := f.Section(".gopclntab"); s != nil {
		sizes["table of functions and lines, for stack traces"] = int64(s.Size) //nolint:gosec // cannot overflow, because the section is small
	}
	return sizes, nil
}

// rowOf returns the row of a symbol; "" if the symbol belongs to no package.
func rowOf(symbol, module string) string {
	symbol, _, _ = strings.Cut(symbol, "[") // remove type arguments
	for _, p := range []string{"type:.eq.", "type:.hash.", "go:itab.", "*"} {
		symbol = strings.TrimPrefix(symbol, p)
	}
	if strings.HasPrefix(symbol, "go:") || strings.HasPrefix(symbol, "type:") || symbol == "" {
		return ""
	}
	dir, base := "", symbol
	if i := strings.LastIndexByte(symbol, '/'); i >= 0 {
		dir, base = symbol[:i+1], symbol[i+1:]
	}
	base, _, _ = strings.Cut(base, ".")
	path := dir + base
	if inner, ok := strings.CutPrefix(path, module+"/"); ok {
		path = "ours/" + inner
		if strings.HasPrefix(inner, "games/") {
			path = inner
		}
	} else if path == "main" || path == module {
		path = "ours"
	}
	for _, r := range rows {
		if strings.HasPrefix(path, r.prefix) {
			return r.name
		}
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return others
	}
	return "Go: runtime and standard library"
}

// moduleOf returns the module path in a folder's go.mod; "" if there is none.
func moduleOf(folder string) string {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "module "))
}
