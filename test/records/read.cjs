// Reads a PGN file with ffish, Fairy-Stockfish compiled to WebAssembly, as
// `records read` does: every move is found among the legal ones, then the
// main line is played. Prints games, plies, the last position, and the CPU
// seconds without the start of the program.
'use strict';

// With fetch, ffish would try to load its own code over the network.
globalThis.fetch = undefined;
const fs = require('fs');
const ffish = require('ffish');

ffish.onRuntimeInitialized = () => {
  const text = fs.readFileSync(process.argv[2], 'utf8');
  const before = process.cpuUsage();
  let games = 0, plies = 0, last = '';
  for (const one of text.split(/\n\n(?=\[Event )/)) {
    if (one.trim() === '') continue;
    const game = ffish.readGamePGN(one);
    const moves = game.mainlineMoves();
    const board = new ffish.Board('chess');
    board.pushMoves(moves);
    games++;
    plies += moves === '' ? 0 : moves.trim().split(/\s+/).length;
    last = board.fen();
    board.delete();
    game.delete();
  }
  const used = process.cpuUsage(before);
  console.log(games, plies, last);
  console.error(((used.user + used.system) / 1e6).toFixed(2));
};
