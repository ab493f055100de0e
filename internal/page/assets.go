package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// assets serves the files of the client's build in dist/, compressed if the browser accepts it.
//
// Scripts and styles are stored in dist/ compressed with Brotli and with gzip; few other files are
// also stored uncompressed. The WASM modules, which are large, are stored with Brotli only.
// Browsers accept Brotli over https and on localhost; over plain http, as in a club's local
// network, they accept gzip. If a compression form of a file is not stored, the first request for
// it creates it.
type assets struct {
	files  fs.FS
	tags   sync.Map   // ETags by file name, for files without a hash in the name
	made   sync.Map   // by name of a form that is not stored: function that creates the form at its first call
	making sync.Mutex // held while a form is created, so that only one creation uses memory at a time
}

// has reports whether name is a file for browsers. Folders, internal files of the build and
// compressed copies of other files are not for browsers.
func (a *assets) has(name string) bool {
	if name == "" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || !fs.ValidPath(name) {
		return false
	}
	return a.file(name) || a.file(name+".br")
}

func (a *assets) file(name string) bool {
	info, err := fs.Stat(a.files, name)
	return err == nil && info.Mode().IsRegular()
}

// errSeek is the error for a file system whose files do not support seeking. Files of package embed
// support it.
var errSeek = errors.New("ui: the file does not support seeking")

// open returns the content of a file without copying it. If a compression form is not stored, open
// creates it once and all requests share it.
func (a *assets) open(name string) (io.ReadSeeker, error) {
	f, err := a.files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		kept, _ := a.made.LoadOrStore(name, sync.OnceValues(func() ([]byte, error) { return a.convert(name) }))
		convert, _ := kept.(func() ([]byte, error))
		body, err := convert()
		return bytes.NewReader(body), err
	}
	if err != nil {
		return nil, err
	}
	content, ok := f.(io.ReadSeeker) // the file is in memory and needs no Close
	if !ok {
		return nil, errSeek
	}
	return content, nil
}

// convert creates a form of a file from the stored Brotli form: the gzip form if the name ends in
// .gz, otherwise the uncompressed form.
func (a *assets) convert(name string) ([]byte, error) {
	a.making.Lock()
	defer a.making.Unlock()
	plain, zipped := strings.CutSuffix(name, ".gz")
	packed, err := a.files.Open(plain + ".br")
	if err != nil {
		return nil, err
	}
	defer packed.Close() //nolint:errcheck // the file is only read, so an error of Close does not matter
	content := brotli.NewReader(packed)
	if !zipped {
		return io.ReadAll(content)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, content); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(b.Bytes()), nil
}

// encoded reports whether a file is available in the compression form with this suffix, either
// stored or created on request.
func (a *assets) encoded(name, suffix string) bool {
	// A file that is not stored uncompressed has a Brotli form, from which convert can create the
	// gzip form.
	return a.file(name+suffix) || suffix == ".gz" && !a.file(name)
}

// types maps file name extensions to MIME types. The system's table may lack these types or define
// them differently.
var types = map[string]string{
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".svg":         "image/svg+xml; charset=utf-8",
	".wasm":        "application/wasm",
	".net":         "application/octet-stream",
	".webmanifest": "application/manifest+json",
	".png":         "image/png",
	".woff2":       "font/woff2",
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
		if accepts(r, e.name) && a.encoded(name, e.suffix) {
			file = name + e.suffix
			h.Set("Content-Encoding", e.name)
			break
		}
	}
	content, err := a.open(file)
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		// The file names contain a hash of the content, so the browser may cache the files for
		// ever.
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		age := "max-age=0"
		if strings.HasPrefix(name, "sprites/") {
			age = "max-age=3600" // the HTML shell and then the board request a sprite; the second request uses the cache
		}
		h.Set("Cache-Control", "public, "+age+", must-revalidate")
		h.Set("ETag", a.tag(file, content))
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}

// tag returns the ETag of a file. It reads the content only if the ETag is not known yet.
// Afterwards ServeContent seeks back to the start of the content.
func (a *assets) tag(file string, content io.Reader) string {
	if kept, ok := a.tags.Load(file); ok {
		if t, ok := kept.(string); ok {
			return t
		}
	}
	sum := sha256.New()
	_, _ = io.Copy(sum, content) // reading from memory cannot fail
	t := `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
	a.tags.Store(file, t)
	return t
}

// accepts reports whether the browser accepts an encoding. In the Accept-Encoding header, q=0 means
// that the browser does not accept it.
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
