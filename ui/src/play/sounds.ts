// The sound source of the page, with the volume of the settings.
import { effect } from "@preact/signals";
import { createSounds, type Sound, type Sounds, type Voice } from "../board/sound";
import { settings } from "../app/settings";

let sounds: Sounds | undefined;

function the(): Sounds {
  if (!sounds) {
    sounds = createSounds();
    effect(() => {
      sounds?.volume(settings.value.sound || settings.value.music ? 0.7 : 0);
      sounds?.music(settings.value.music);
    });
  }
  return sounds;
}

export function sound(what: Sound, voice?: Voice): void {
  if (settings.value.sound) the().play(what, voice);
}

/** Music starts with the first touch, as browsers require. */
export function startMusic(): void {
  if (settings.value.music) the();
}
