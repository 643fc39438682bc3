const longest = 160;

/** Cuts a description to what a web engine shows: at most 160 characters, at a word's end, with an ellipsis. */
export function snippetOf(description: string): string {
  if (description.length <= longest) return description;
  const cut = description.slice(0, longest - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > longest / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
