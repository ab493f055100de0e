// Package picture draws positions without a browser: as SVG, as PNG, and whole
// games as animated GIF.
//
// It draws from what the web client draws from: the sprite of a game
// (games/<game>/ui/sprite.svg), the style sheets, and picture.json, into which
// the client's own code writes the ground of each board and which symbol stands
// for a piece. So whoever changes the look of a board changes both.
//
// It is given boards, not positions: what it does not know it cannot show.
package picture
