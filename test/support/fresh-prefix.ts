import { randomUUID } from 'node:crypto';

/** A key prefix no other test uses, with the hash tag of one cluster slot. */
export const freshPrefix = (): string => `{test-${randomUUID()}}`;
