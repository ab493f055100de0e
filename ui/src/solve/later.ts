// Loads the solver's panel after the page that shows it.
export async function loadPanel() {
  const m = await import("./panel");
  await m.ready();
  return m;
}
