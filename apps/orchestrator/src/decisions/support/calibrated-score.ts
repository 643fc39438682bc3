import fitted from './calibration.json' with { type: 'json' };
import type { SupportFeatures } from './features.js';

/** One weight for each feature and a bias. */
export type Weights = Readonly<Record<keyof SupportFeatures | 'bias', number>>;

/** Two ways to weigh the same features: which unit of a question comes first, and how sure it is that it answers. */
export interface Calibration {
  order: Weights;
  sureness: Weights;
}

/** The weights that `npx tsx bench/calibrate-judge.ts` fitted. */
export const FITTED_WEIGHTS: Calibration = fitted;

/** Weighted sum of the features and the bias. */
export function weigh(features: SupportFeatures, weights: Weights): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as (keyof SupportFeatures)[])
    sum += weights[name] * features[name];
  return sum;
}

/** Logistic map from features to the chance that a unit answers. */
export function calibratedScore(features: SupportFeatures, weights: Weights): number {
  return 1 / (1 + Math.exp(-weigh(features, weights)));
}
