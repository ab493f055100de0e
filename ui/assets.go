package ui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// assets serves the files of dist/, the compressed form where the browser
// takes it.
type assets struct {
	files fs.FS
	tags  sync.Map // ETags by name, of files without a hash in their name
}

// has reports whether name is a file for browsers: neither a folder nor one
// of the build's own, and no compressed twin under its own name.
func (a *assets) has(name string) bool {
	if name == "" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || !fs.ValidPath(name) {
		return false
	}
	return a.file(name) || a.file(name+".gz")
}

func (a *assets) file(name string) bool {
	info, err := fs.Stat(a.files, name)
	return err == nil && info.Mode().IsRegular()
}

// read returns a file. Of large ones the build keeps the compressed forms only;
// the few who take none of them are given what it unpacks to.
func (a *assets) read(name string) ([]byte, error) {
	if a.file(name) {
		return fs.ReadFile(a.files, name)
	}
	packed, err := a.files.Open(name + ".gz")
	if err != nil {
		return nil, err
	}
	defer packed.Close() //nolint:errcheck // it was only read
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// types of files that the system's table may not know or may know otherwise.
var types = map[string]string{
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".svg":         "image/svg+xml",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".png":         "image/png",
}

func (a *assets) serve(w http.ResponseWriter, r *http.Request, name string) {
	h := w.Header()
	ext := path.Ext(name)
	kind := types[ext]
	if kind == "" {
		kind = mime.TypeByExtension(ext)
	}
	h.Set("Content-Type", kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	file := name
	for _, e := range []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(r, e.name) {
			continue
		}
		if a.file(name + e.suffix) {
			file = name + e.suffix
			h.Set("Content-Encoding", e.name)
			break
		}
	}
	body, err := a.read(file)
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		// Their names change with what they hold.
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		age := "max-age=0"
		if strings.HasPrefix(name, "sprites/") {
			age = "max-age=3600" // asked for by the shell and again by the board
		}
		h.Set("Cache-Control", "public, "+age+", must-revalidate")
		h.Set("ETag", a.tag(file, body))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func (a *assets) tag(file string, body []byte) string {
	if kept, ok := a.tags.Load(file); ok {
		if t, ok := kept.(string); ok {
			return t
		}
	}
	sum := sha256.Sum256(body)
	t := `"` + hex.EncodeToString(sum[:12]) + `"`
	a.tags.Store(file, t)
	return t
}

// accepts reports whether the browser takes an encoding; q=0 means that it
// does not.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			q = strings.ReplaceAll(q, " ", "")
			return q != "q=0" && !strings.HasPrefix(q, "q=0.000")
		}
	}
	return false
}
