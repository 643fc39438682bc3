import { InvalidArgumentError } from 'commander';

/** Option parser: a number; the server holds its range. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** Option parser: a whole number of at least `least`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new InvalidArgumentError(`It must be a whole number ${range}.`);
    }
    return value;
  };
}

/** Option parser: values given again or with commas come together. */
export function collected(text: string, before: string[] | undefined): string[] {
  return [
    ...(before ?? []),
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ];
}
