/** Words of a text as sources count them: runs of characters that are not white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
