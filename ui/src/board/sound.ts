// Synthesises sounds and music. Browsers allow sound only after the user has touched the page.
// Music is off by default.

export type Sound = "move" | "capture" | "check" | "end" | "low";
export type Voice = "wood" | "felt" | "pen";

export interface Sounds {
  play(what: Sound, voice?: Voice): void;
  /** Sets the volume, from 0 (silent) to 1. */
  volume(v: number): void;
  music(on: boolean): void;
  close(): void;
}

/** The pitches of the music: a pentatonic scale. */
const scale = [196, 220, 261.6, 293.7, 329.6, 392, 440, 523.3];

export function createSounds(random: () => number = Math.random): Sounds {
  let ctx: AudioContext | undefined;
  let out: GainNode | undefined;
  let loudness = 0.7;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ready = (): { ctx: AudioContext; out: GainNode } | undefined => {
    // Before the user's first touch a browser allows no sound and would only log
    // a warning.
    if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return undefined;
    if (!ctx) {
      ctx = new AudioContext();
      out = ctx.createGain();
      out.gain.value = loudness;
      out.connect(ctx.destination);
    }
    if (ctx.state === "suspended") void ctx.resume();
    return out && { ctx, out };
  };

  /** A tone that decays. */
  const tone = (freq: number, at: number, length: number, level: number, type: OscillatorType = "sine"): void => {
    const a = ready();
    if (!a) return;
    const t = a.ctx.currentTime + at;
    const osc = a.ctx.createOscillator();
    const gain = a.ctx.createGain();
    osc.type = type;
    osc.frequency.setValueAtTime(freq, t);
    osc.frequency.exponentialRampToValueAtTime(freq * 0.82, t + length);
    gain.gain.setValueAtTime(0.0001, t);
    gain.gain.exponentialRampToValueAtTime(level, t + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, t + length);
    osc.connect(gain).connect(a.out);
    osc.start(t);
    osc.stop(t + length);
  };

  /**
   * Decaying noise, by its length in samples. Each length is computed only once, because that takes
   * longer than a frame.
   */
  const kept = new Map<number, AudioBuffer>();
  const decaying = (on: AudioContext, size: number): AudioBuffer => {
    let buffer = kept.get(size);
    if (!buffer) {
      buffer = on.createBuffer(1, size, on.sampleRate);
      const data = buffer.getChannelData(0);
      for (let i = 0; i < size; i++) data[i] = (random() * 2 - 1) * (1 - i / size) ** 3;
      kept.set(size, buffer);
    }
    return buffer;
  };

  /** Filtered noise around a pitch: a knock or a pen stroke. */
  const noise = (freq: number, at: number, length: number, level: number, q: number): void => {
    const a = ready();
    if (!a) return;
    const t = a.ctx.currentTime + at;
    const src = a.ctx.createBufferSource();
    const band = a.ctx.createBiquadFilter();
    const gain = a.ctx.createGain();
    src.buffer = decaying(a.ctx, Math.ceil(a.ctx.sampleRate * length));
    band.type = "bandpass";
    band.frequency.value = freq;
    band.Q.value = q;
    gain.gain.value = level;
    src.connect(band).connect(gain).connect(a.out);
    src.start(t);
  };

  const knock = (voice: Voice, at: number, hard: number): void => {
    if (voice === "pen") {
      noise(3200, at, 0.11, 0.5 * hard, 0.8);
      noise(2500, at + 0.1, 0.09, 0.4 * hard, 0.8);
    } else {
      const pitch = voice === "wood" ? 1 : 0.6;
      noise(1500 * pitch, at, 0.06, 1.1 * hard, 1.4);
      tone(230 * pitch, at, 0.09, 0.5 * hard, "triangle");
    }
  };

  const phrase = (): void => {
    let i = Math.floor(random() * scale.length);
    for (let beat = 0; beat < 6; beat++) {
      i = Math.max(0, Math.min(scale.length - 1, i + Math.floor(random() * 5) - 2));
      const freq = scale[i] ?? 220;
      if (random() < 0.75) {
        tone(freq, beat * 0.9, 2.6, 0.05, "triangle");
        tone(freq * 2, beat * 0.9, 1.2, 0.012);
      }
    }
    timer = setTimeout(phrase, 6400);
  };

  return {
    play(what, voice = "wood") {
      if (loudness === 0) return;
      if (what === "move") knock(voice, 0, 0.7);
      else if (what === "capture") {
        knock(voice, 0, 1);
        knock(voice, 0.07, 0.6);
      } else if (what === "check") {
        knock(voice, 0, 0.8);
        tone(660, 0.03, 0.35, 0.16, "triangle");
        tone(880, 0.1, 0.4, 0.12, "triangle");
      } else if (what === "end") [392, 523.3, 659.3].forEach((f, i) => tone(f, i * 0.14, 0.9, 0.16, "triangle"));
      else [0, 0.16].forEach((at) => tone(990, at, 0.1, 0.14, "square"));
    },
    volume(v) {
      loudness = Math.max(0, Math.min(1, v));
      if (out) out.gain.value = loudness;
    },
    music(on) {
      clearTimeout(timer);
      timer = undefined;
      if (on && ready()) phrase();
    },
    close() {
      clearTimeout(timer);
      void ctx?.close();
      kept.clear();
      ctx = out = undefined;
    },
  };
}
