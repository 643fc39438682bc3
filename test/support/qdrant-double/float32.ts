/** Gives the shortest decimal that reads back as this 32-bit number: what the real server writes. */
export function shortFloat32(value: number): number {
  const single = Math.fround(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(9));
}
