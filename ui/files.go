//go:build !noui

package ui

import "embed"

//go:embed all:dist i18n/*.json i18n/rules/*.md i18n/learn/*.json
var embedded embed.FS
