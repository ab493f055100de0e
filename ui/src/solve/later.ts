// Loads the solver's panel on demand, after the page that shows the panel.
export async function loadPanel() {
  const m = await import("./panel");
  await m.ready();
  return m;
}
