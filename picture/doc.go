// Package picture draws positions without a browser: as SVG, as PNG, and whole
// games as animated GIF.
//
// It draws from what the web client draws from: the sprite of a game
// (games/<game>/ui/sprite.svg), the style sheets, and picture.json, into which
// the client's own code writes the ground of each board and which symbol stands
// for a piece. So a change of the look of a board changes both.
//
// It gets boards, not positions, so it cannot show hidden pieces.
package picture
