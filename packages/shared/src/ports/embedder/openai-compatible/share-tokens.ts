/**
 * Shares the tokens a server counted for a batch among its texts, by their length, so that the parts add up to the
 * whole. Where the server counted none (`total` null) each gets a quarter of its characters, rounded up.
 */
export function shareTokens(texts: readonly string[], total: number | null): number[] {
  if (total === null) return texts.map((text) => Math.ceil(text.length / 4));
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  let before = 0;
  let given = 0;
  return texts.map((text) => {
    before += text.length;
    const upTo = characters === 0 ? 0 : Math.round((total * before) / characters);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
