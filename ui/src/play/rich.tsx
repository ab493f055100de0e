// Shows a text; words between ** are bold.
export function Rich({ text }: { text: string }) {
  return <p>{text.split("**").map((part, i) => (i % 2 ? <b key={i}>{part}</b> : part))}</p>;
}
