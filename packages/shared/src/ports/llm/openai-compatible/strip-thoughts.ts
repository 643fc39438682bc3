const open = /^<(think|thinking|reasoning)>/i;
const close = /<\/(think|thinking|reasoning)>/i;

/**
 * Takes the model's thinking off the front of its reply: whole `<think>…</think>` parts, one that was cut off before
 * it closed (nothing is left then), and one whose opening tag was part of the server's template. Tags further in
 * belong to the answer: it may quote a page that holds them. Gives the trimmed rest.
 */
export function stripThoughts(reply: string): string {
  let text = reply.trim();
  while (open.test(text)) {
    const end = close.exec(text);
    if (!end) return '';
    text = text.slice(end.index + end[0].length).trim();
  }
  const end = close.exec(text);
  const startsAsAnswer = /^([{[]|```)/.test(text);
  if (end && !startsAsAnswer && !/<(think|thinking|reasoning)>/i.test(text.slice(0, end.index))) {
    return stripThoughts(text.slice(end.index + end[0].length));
  }
  return text;
}
