import type { ModelPrices } from '../config/fields/models.js';

/** Cost in USD of a call; null when the model has no price. */
export function priceOf(
  prices: ModelPrices,
  model: string,
  tokens: { input: number; output: number },
): number | null {
  const price = prices[model];
  return price === undefined ? null : (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}
