/** One labelled example; features by name, weight 1 unless given. */
export interface Example {
  features: Record<string, number>;
  label: 0 | 1;
  weight: number;
}

/**
 * Logistic regression by gradient descent with an L2 pull to zero. `signs` holds a weight at ≥ 0 or ≤ 0: a feature
 * whose sense is known must not be turned round by a small sample.
 */
export function fitLogistic(
  examples: readonly Example[],
  signs: Readonly<Record<string, 1 | -1>>,
  options = { rounds: 4_000, rate: 0.5, l2: 0.002 },
): Record<string, number> {
  const names = Object.keys(signs);
  const weights: Record<string, number> = Object.fromEntries(['bias', ...names].map((name) => [name, 0]));
  const total = examples.reduce((sum, example) => sum + example.weight, 0);
  for (let round = 0; round < options.rounds; round += 1) {
    const gradient: Record<string, number> = Object.fromEntries(
      Object.keys(weights).map((name) => [name, 0]),
    );
    for (const { features, label, weight } of examples) {
      const error = (predict(weights, features) - label) * weight;
      gradient.bias = (gradient.bias ?? 0) + error;
      for (const name of names) gradient[name] = (gradient[name] ?? 0) + error * (features[name] ?? 0);
    }
    for (const name of Object.keys(weights)) {
      const pull = name === 'bias' ? 0 : options.l2 * (weights[name] ?? 0);
      const next = (weights[name] ?? 0) - options.rate * ((gradient[name] ?? 0) / total + pull);
      weights[name] = name in signs ? (signs[name] === 1 ? Math.max(0, next) : Math.min(0, next)) : next;
    }
  }
  return weights;
}

/** 0–1 for features under weights. */
export function predict(
  weights: Readonly<Record<string, number>>,
  features: Readonly<Record<string, number>>,
): number {
  const sum = Object.entries(weights).reduce(
    (s, [name, w]) => s + (name === 'bias' ? w : w * (features[name] ?? 0)),
    0,
  );
  return 1 / (1 + Math.exp(-sum));
}
