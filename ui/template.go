package ui

// pageTemplate is the frame of every page. Its parts have the classes and the
// order that the client gives them, so that nothing moves when the script
// takes over.
const pageTemplate = `<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{{.Title}}</title>
<meta name="description" content="{{.About}}">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.About}}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{.Name}}">
{{with .URL}}<meta property="og:url" content="{{.}}">
<link rel="canonical" href="{{.}}">{{end}}
{{with .Image}}<meta property="og:image" content="{{.}}">{{end}}
<meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1b1815" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="manifest" href="/app.webmanifest">
{{range .Styles}}<link rel="stylesheet" href="{{.}}">
{{end}}<script type="module" src="{{.Entry}}"></script>
{{range .Preload}}<link rel="modulepreload" href="{{.}}">
{{end}}{{.Boot}}
</head>
<body>
<div id="app"><div class="app">
<header class="top"><a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="7"/><path d="M9 25h14M11 25l1-8h8l1 8M12 17l-2-6h12l-2 6M16 11V7"/></svg>{{.Name}}</a></header>
<main id="main" tabindex="-1">
{{if .Board}}<div class="table" data-kind="{{.Kind}}">
<div class="side info"><h1 class="lead">{{.Heading}}</h1></div>
<div class="middle"><div class="seat"></div><div class="boardbox first" data-kind="{{.Kind}}">{{.First}}</div><div class="seat"></div></div>
<div class="side act"><p class="status">{{.Loading}}</p></div>
</div>{{else}}<article class="page prose"><h1>{{.Heading}}</h1>
{{if .Links}}<p class="more">{{range .Links}}<a class="button" href="{{.Href}}">{{.Text}}</a> {{end}}</p>{{end}}
{{with .Article}}<div class="rules">{{.}}</div>{{end}}</article>{{end}}
</main>
</div></div>
</body>
</html>
`
