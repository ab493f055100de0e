// Package picture draws positions without a browser: as SVG, as PNG, and whole games as animated
// GIF.
//
// It uses the same sources as the web client: the sprite of a game (games/<game>/ui/sprite.svg),
// the style sheets, and picture.json. The client's own code writes picture.json, which contains the
// ground (the empty board) of each board and the symbol of each piece. If these sources change, the
// pictures and the client's boards change alike.
//
// The package receives boards and not positions, so it cannot show hidden pieces.
package picture
