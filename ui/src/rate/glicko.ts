// Computes Glicko-2 ratings on this device, in the same way as rating/glicko on the server. Only
// the server's ratings count; they are bit-identical on all machines. The ratings here agree with
// the server's ratings to nine digits, which a test checks.

export interface Strength {
  mean: number;
  deviation: number;
  volatility: number;
}

const SCALE = 173.7178;
const CENTRE = 1500;
const TAU = 0.5;
/** A rating period, in seconds. */
const PERIOD = 4 * 24 * 3600;
const DEVIATIONS = { least: 45, most: 350 };
const MEANS = { least: 100, most: 4000 };
const TOLERANCE = 1e-13;
const STEPS = 200;

const within = (v: number, { least, most }: { least: number; most: number }) => Math.max(least, Math.min(most, v));

/** The rating of a new player: `mean` is a guess, and the deviation has its largest value. */
export const newcomer = (mean: number = CENTRE): Strength => ({
  mean: within(mean, MEANS),
  deviation: DEVIATIONS.most,
  volatility: 0.06,
});

/**
 * The rating of a player who has not played for this number of seconds: the deviation has grown.
 */
export function wait(p: Strength, seconds: number): Strength {
  const grown = SCALE * Math.hypot(p.deviation / SCALE, p.volatility * Math.sqrt(Math.max(0, seconds) / PERIOD));
  return { ...p, deviation: Math.min(grown, Math.max(p.deviation, DEVIATIONS.most)) };
}

/**
 * The rating after one game against an opponent. `other` is the opponent's rating before that game.
 */
export function played(p: Strength, other: { mean: number; deviation: number }, score: number): Strength {
  const mu = (p.mean - CENTRE) / SCALE;
  const phi = p.deviation / SCALE;
  const g = 1 / Math.sqrt(1 + (3 * (other.deviation / SCALE) ** 2) / Math.PI ** 2);
  const e = 1 / (1 + Math.exp(-g * (mu - (other.mean - CENTRE) / SCALE)));
  const information = g * g * e * (1 - e);
  const surprise = g * (score - e);
  const volatility = volatilityOf(p.volatility, phi, 1 / information, surprise / information);
  const after = 1 / Math.sqrt(1 / phi ** 2 + information);
  return {
    mean: within(p.mean + SCALE * after * after * surprise, MEANS),
    deviation: within(SCALE * after, DEVIATIONS),
    volatility,
  };
}

/**
 * Step 5 of Glickman's Glicko-2 paper: finds the root of f with the Illinois variant of regula
 * falsi.
 */
function volatilityOf(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number) => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high = a - TAU;
  if (delta * delta > phi * phi + v) high = Math.log(delta * delta - phi * phi - v);
  else for (let k = 2; f(high) < 0 && k < STEPS; k++) high = a - k * TAU;
  let atLow = f(low);
  let atHigh = f(high);
  for (let n = 0; n < STEPS && Math.abs(high - low) > TOLERANCE && atHigh !== atLow; n++) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const at = f(next);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, at];
  }
  return Math.exp(low / 2);
}
