// Reads the lines of `differential stream` on standard input and holds each
// against ffish, Fairy-Stockfish compiled to WebAssembly. Two boards of ffish
// follow every game: one plays our moves from the start of the game and never
// reads another position of ours; one reads each position afresh. Compared on
// every line:
//
//   - the legal moves, with both boards;
//   - check;
//   - what our position says (board, turn, castling rights, counters) with
//     what the moves led to;
//   - who won or that it is a draw, where there is no legal move;
//   - whether neither side can win any more.
//
// Usage: check.cjs AT_LEAST < lines
// Exits 1 if anything differs, or if fewer than AT_LEAST positions came in.
'use strict';

// With fetch, ffish would try to load its own code over the network.
globalThis.fetch = undefined;
const ffish = require('ffish');

const MOST_SHOWN = 20;
const MOST_COUNTED = 1000;
const MOST_BEHIND_WALLS = 20000; // two kings and the turn make 8192 at most

// Ranks are counted from 1 there and from 0 here.
const ranksFromZero = (code) => code.replace(/[0-9]+/g, (rank) => String(rank - 1));
const ranksFromOne = (code) => code.replace(/[0-9]/g, (rank) => String(+rank + 1));

// By game and variant. `counts` says whether their counter of moves without
// progress means the same as ours.
const variants = {
  'chess standard': { name: 'chess', is960: false, counts: true },
  'chess 960': { name: 'chess', is960: true, counts: true },
  'xiangqi standard': { name: 'xiangqi', is960: false, ours: ranksFromZero, theirs: ranksFromOne },
};

// Translates codes, remembering each: there are only a few thousand.
function translator(translate) {
  if (!translate) return (code) => code;
  const known = new Map();
  return (code) => {
    let text = known.get(code);
    if (text === undefined) known.set(code, (text = translate(code)));
    return text;
  };
}

class Checker {
  constructor(label) {
    const v = variants[label];
    if (!v) throw new Error(`nothing is known of "${label}"`);
    Object.assign(this, v);
    this.label = label;
    this.ours = translator(v.ours);
    this.theirs = translator(v.theirs);
    this.played = new ffish.Board(v.name, ffish.startingFen(v.name), v.is960);
    this.read = new ffish.Board(v.name, ffish.startingFen(v.name), v.is960);
    this.count = { positions: 0, moves: 0, checks: 0, noMove: 0, dead: 0, walls: 0 };
  }

  legal(board) {
    const text = board.legalMoves();
    return text === '' ? [] : text.split(' ').map(this.ours).sort();
  }

  // Returns what differs, as sentences.
  check([, , position, codes, inCheck, outcome, move]) {
    const { played, read, count } = this;
    const wrong = [];
    read.setFen(position);
    if (move === '-') {
      played.setFen(position);
    } else if (!played.push(this.theirs(move))) {
      wrong.push(`they cannot play ${move}, which led here`);
      played.setFen(position);
    }

    const dead = outcome === 'material/none';
    if (dead || played.isInsufficientMaterial()) {
      // We end the game here, whatever moves there are.
      if (!dead) wrong.push('neither side can win: only theirs');
      if (dead && !played.isInsufficientMaterial()) this.proveDead(position, wrong);
      count.dead++;
    } else {
      count.positions++;
      for (const [board, how] of [[played, 'by moves'], [read, 'as read']]) {
        const theirs = this.legal(board);
        const text = theirs.join(' ');
        if (text !== codes) {
          const own = codes === '' ? [] : codes.split(' ');
          const missing = theirs.filter((c) => !own.includes(c));
          const extra = own.filter((c) => !theirs.includes(c));
          wrong.push(`legal moves, ${how}: only theirs [${missing.join(' ')}], only ours [${extra.join(' ')}]`);
        }
        if (board === played) {
          count.moves += theirs.length;
          const result = theirs.length > 0 ? '-' : board.result();
          if (result !== '-') count.noMove++;
          const ourResult = resultOf(outcome);
          if (result !== ourResult) wrong.push(`result: ours ${ourResult} (${outcome}), theirs ${result}`);
          if (result !== '-' && outcome.startsWith('checkmate/') !== board.isCheck()) {
            wrong.push(`the end: ours ${outcome}, theirs ${board.isCheck() ? '' : 'not '}in check`);
          }
        }
      }
    }
    if (played.isCheck()) count.checks++;
    if (played.isCheck() !== (inCheck === '1')) wrong.push(`check: ours ${inCheck === '1'}, theirs ${played.isCheck()}`);

    const a = this.comparable(played.fen());
    const b = this.comparable(read.fen());
    if (a !== b) wrong.push(`position: moves led to "${a}", ours reads as "${b}"`);
    return wrong;
  }

  // We see further than they do where pawns block each other. Their own moves
  // must bear it out: none of the positions that can arise is a mate.
  proveDead(position, wrong) {
    const { read, count } = this;
    count.walls++;
    const open = [position];
    const known = new Set();
    while (open.length > 0 && known.size < MOST_BEHIND_WALLS) {
      const from = open.pop();
      read.setFen(from);
      const moves = this.legal(read);
      if (moves.length === 0 && read.isCheck()) {
        wrong.push(`neither side can win: only ours, yet ${from} is a mate`);
        break;
      }
      for (const move of moves) {
        read.push(this.theirs(move));
        const next = read.fen().split(' ').slice(0, 4).join(' ');
        read.pop();
        if (known.has(next)) continue;
        known.add(next);
        open.push(`${next} 0 1`);
      }
    }
    if (known.size >= MOST_BEHIND_WALLS) wrong.push('neither side can win: only ours, and not proven');
    read.setFen(position);
  }

  // The en passant square is left out: some write it only where the capture
  // is legal. The legal moves tell whether it was right.
  comparable(fen) {
    const [board, turn, castling, , halfmoves, moves] = fen.split(' ');
    return [board, turn, castling, this.counts ? halfmoves : '', moves].join(' ');
  }
}

function resultOf(outcome) {
  if (outcome === '-') return '-';
  if (outcome.endsWith('/first')) return '1-0';
  return outcome.endsWith('/second') ? '0-1' : '1/2-1/2';
}

async function* linesOf(input) {
  let rest = '';
  input.setEncoding('latin1');
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') throw new Error('the last line is cut off');
}

async function main(atLeast) {
  const checkers = new Map();
  let differences = 0;
  for await (const line of linesOf(process.stdin)) {
    const fields = line.split('\t');
    if (fields.length !== 7) throw new Error(`not seven fields: ${line}`);
    const label = `${fields[0]} ${fields[1]}`;
    let checker = checkers.get(label);
    if (!checker) checkers.set(label, (checker = new Checker(label)));
    const wrong = checker.check(fields);
    if (wrong.length === 0) continue;
    differences++;
    if (differences <= MOST_SHOWN) {
      console.log(`DIFFERENCE ${label}: ${fields[2]} (after ${fields[6]})\n  ${wrong.join('\n  ')}`);
    }
    if (differences === MOST_COUNTED) break;
  }
  let total = 0;
  for (const { label, count: c } of checkers.values()) {
    total += c.positions;
    console.log(
      `${label}: ${c.positions} positions, ${c.moves} moves, ${c.checks} checks, ` +
        `${c.noMove} without a move; ${c.dead} more where neither side can win, ${c.walls} of them proven move by move`,
    );
  }
  console.log(`${differences} differences with ${ffish.info().split(' by ')[0]}`);
  if (total < atLeast) throw new Error(`${total} positions came in, not ${atLeast}`);
  return differences === 0 ? 0 : 1;
}

ffish.onRuntimeInitialized = () => {
  main(Number(process.argv[2] ?? 1)).then(
    (code) => {
      process.exitCode = code;
    },
    (err) => {
      console.error(`check: ${err.message}`);
      process.exitCode = 2;
    },
  );
};
