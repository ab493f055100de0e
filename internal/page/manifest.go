package page

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
)

// chunk is an entry of Vite's manifest: one file of the client's build.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
	IsEntry bool     `json:"isEntry"`
}

type manifest map[string]chunk

// Keys in Vite's manifest: the client's entry script, its style sheet, and the source file with the
// client's second list of routes.
const (
	entry       = "src/main.tsx"
	style       = "style.css"
	otherRoutes = "src/app/otherroutes.ts"
	// otherLanguages is the source file that lists the text files of all
	// languages except Vietnamese and English.
	otherLanguages = "src/app/languages.ts"
)

func readManifest(dist fs.FS) (manifest, error) {
	text, err := fs.ReadFile(dist, ".vite/manifest.json")
	if err != nil {
		return nil, err
	}
	m := manifest{}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m[entry].File == "" {
		return nil, errors.New("the manifest has no entry file")
	}
	return m, nil
}

// needs lists the scripts and style sheets of the given source files and of everything that they
// import. Each file is listed once, where it is first found.
func (m manifest) needs(sources ...string) (scripts, styles []string) {
	seen := map[string]bool{}
	if c, ok := m[style]; ok {
		styles = append(styles, "/"+c.File)
	}
	var walk func(name string)
	walk = func(name string) {
		c, ok := m[name]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		scripts = append(scripts, "/"+c.File)
		for _, css := range c.CSS {
			if css = "/" + css; !slices.Contains(styles, css) {
				styles = append(styles, css)
			}
		}
		for _, i := range c.Imports {
			walk(i)
		}
	}
	for _, s := range sources {
		walk(s)
	}
	return scripts, styles
}
