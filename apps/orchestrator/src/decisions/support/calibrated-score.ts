import fitted from './calibration.json' with { type: 'json' };
import type { SupportFeatures } from './features.js';

/** One weight for each feature and a bias. */
export type Weights = Readonly<Record<keyof SupportFeatures | 'bias', number>>;

/** The weights that `npx tsx bench/calibrate-judge.ts` fitted. */
export const FITTED_WEIGHTS: Weights = fitted;

/** Logistic map from features to the chance that a unit answers. */
export function calibratedScore(features: SupportFeatures, weights: Weights = FITTED_WEIGHTS): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as (keyof SupportFeatures)[])
    sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
