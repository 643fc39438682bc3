/** OpenAI's own embedding models (its published reference): length of their vectors and whether it can be reduced. */
const openaiModels: ReadonlyMap<string, { dimensions: number; reducible: boolean }> = new Map([
  ['text-embedding-3-small', { dimensions: 1536, reducible: true }],
  ['text-embedding-3-large', { dimensions: 3072, reducible: true }],
  ['text-embedding-ada-002', { dimensions: 1536, reducible: false }],
]);

/**
 * Gives how long the vectors of one of OpenAI's models are, or null for a model of somebody else's. Only to be asked
 * for OpenAI itself: other servers take any model name and answer with the model they have.
 */
export function openaiModelDimensions(model: string): number | null {
  return openaiModels.get(model)?.dimensions ?? null;
}

/**
 * Gives what to send as `dimensions`: the wanted length, or null where the model has it by nature or cannot be
 * reduced (the server would refuse the field).
 */
export function dimensionsToAsk(model: string, wanted: number | null): number | null {
  const known = openaiModels.get(model);
  if (wanted === null || known?.dimensions === wanted || known?.reducible === false) return null;
  return wanted;
}
