import { describe } from 'vitest';
import { cataloguingContract } from './vector-store/cataloguing.js';
import type { MakeStore } from './vector-store/chunks.js';
import { findingContract } from './vector-store/finding.js';
import { livingContract } from './vector-store/living.js';
import { writingContract } from './vector-store/writing.js';

/**
 * What every adapter of the vector store owes. `make` gives a store over an empty backend that was not opened yet,
 * `close` ends it with its backend, `reopen` gives another store over the same data (the test closes it).
 */
export function vectorStoreContract(name: string, make: MakeStore): void {
  describe(`vector store contract: ${name}`, () => {
    writingContract(make);
    findingContract(make);
    cataloguingContract(make);
    livingContract(make);
  });
}
