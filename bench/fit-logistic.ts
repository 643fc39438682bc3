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
  const rows = examples.map(({ features }) =>
    Float64Array.from([1, ...names.map((name) => features[name] ?? 0)]),
  );
  const weights = new Float64Array(names.length + 1);
  const total = examples.reduce((sum, example) => sum + example.weight, 0);
  for (let round = 0; round < options.rounds; round += 1) {
    const gradient = new Float64Array(weights.length);
    for (const [at, row] of rows.entries()) {
      const example = examples[at];
      if (example === undefined) continue;
      const sum = row.reduce((s, value, i) => s + value * (weights[i] ?? 0), 0);
      const error = (1 / (1 + Math.exp(-sum)) - example.label) * example.weight;
      for (let i = 0; i < row.length; i += 1) gradient[i] = (gradient[i] ?? 0) + error * (row[i] ?? 0);
    }
    for (let i = 0; i < weights.length; i += 1) {
      const pull = i === 0 ? 0 : options.l2 * (weights[i] ?? 0);
      const next = (weights[i] ?? 0) - options.rate * ((gradient[i] ?? 0) / total + pull);
      const sign = i === 0 ? 0 : signs[names[i - 1] ?? ''];
      weights[i] = sign === 1 ? Math.max(0, next) : sign === -1 ? Math.min(0, next) : next;
    }
  }
  return Object.fromEntries(['bias', ...names].map((name, i) => [name, weights[i] ?? 0]));
}

/**
 * Weights that put a right item (label 1) of each list before the wrong ones: the likelihood that the first item is right
 * under a softmax, by gradient ascent with an L2 pull.
 */
export function fitOrder(
  lists: readonly (readonly { features: Record<string, number>; label: number }[])[],
  signs: Readonly<Record<string, 1 | -1>>,
  options = { rounds: 1_500, rate: 2, l2: 0.0015 },
): Record<string, number> {
  const names = Object.keys(signs);
  const rows = lists.map((list) =>
    list.map(({ features, label }) => ({
      label,
      x: Float64Array.from(names, (name) => features[name] ?? 0),
    })),
  );
  const weights = new Float64Array(names.length);
  for (let round = 0; round < options.rounds; round += 1) {
    const gradient = new Float64Array(names.length);
    for (const list of rows) {
      const scores = list.map(({ x }) =>
        Math.exp(x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)),
      );
      const all = scores.reduce((a, b) => a + b, 0);
      const right = list.reduce((sum, { label }, at) => sum + label * (scores[at] ?? 0), 0);
      for (const [at, { label, x }] of list.entries()) {
        const pull = (scores[at] ?? 0) * (label / right - 1 / all);
        for (let i = 0; i < names.length; i += 1) gradient[i] = (gradient[i] ?? 0) + pull * (x[i] ?? 0);
      }
    }
    for (const [i, name] of names.entries()) {
      const step = (gradient[i] ?? 0) / rows.length - options.l2 * (weights[i] ?? 0);
      const next = (weights[i] ?? 0) + options.rate * step;
      weights[i] = signs[name] === 1 ? Math.max(0, next) : Math.min(0, next);
    }
  }
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
}
