// Creates the page's sound player, with the volume from the settings. The sound module is loaded
// when the first sound is played after the user has touched the page.
import { effect } from "@preact/signals";
import type { Sound, Sounds, Voice } from "../board/sound";
import { settings } from "../app/settings";
import { again } from "../wire/again";

let sounds: Promise<Sounds> | undefined;

async function open(): Promise<Sounds> {
  const { createSounds } = await again(() => import("../board/sound"));
  const made = createSounds();
  effect(() => {
    made.volume(settings.value.sound || settings.value.music ? 0.7 : 0);
    made.music(settings.value.music);
  });
  return made;
}

function the(): Promise<Sounds> {
  sounds ??= open();
  return sounds;
}

const silent = () => (sounds = undefined);

export function sound(what: Sound, voice?: Voice): void {
  if (!settings.value.sound || navigator.userActivation?.hasBeenActive === false) return;
  the().then((s) => s.play(what, voice), silent);
}

/** Starts the music with the first touch, as browsers require. */
export function startMusic(): void {
  if (settings.value.sound || settings.value.music) the().catch(silent);
}
