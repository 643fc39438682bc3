import { PointCollection } from './point-collection.js';
import { notFound, Refusal, wrongInput } from './refusal.js';
import type { CollectionParams } from './request-schemas.js';

/** All collections of a server and the aliases that point to them. */
export class Catalog {
  readonly #collections = new Map<string, PointCollection>();
  readonly #aliases = new Map<string, string>();

  names(): string[] {
    return [...this.#collections.keys()].sort();
  }

  has(name: string): boolean {
    return this.#collections.has(name);
  }

  aliases(of?: string): { alias_name: string; collection_name: string }[] {
    return [...this.#aliases]
      .filter(([, collection]) => of === undefined || collection === of)
      .map(([alias_name, collection_name]) => ({ alias_name, collection_name }));
  }

  /** Gives a collection by its name or an alias. */
  get(name: string): PointCollection {
    const found = this.#collections.get(this.#aliases.get(name) ?? name);
    if (!found) throw notFound(`Collection \`${name}\` doesn't exist!`);
    return found;
  }

  create(name: string, params: CollectionParams): void {
    if (this.#collections.has(name))
      throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
    if (this.#aliases.has(name)) {
      throw wrongInput(`Can't create collection with name ${name}. Alias with the same name already exists`);
    }
    this.#collections.set(name, new PointCollection(params));
  }

  delete(name: string): boolean {
    for (const [alias, collection] of this.#aliases) if (collection === name) this.#aliases.delete(alias);
    return this.#collections.delete(name);
  }

  setAlias(alias: string, collection: string): void {
    if (!this.#collections.has(collection)) throw notFound(`Collection \`${collection}\` doesn't exist!`);
    if (this.#collections.has(alias)) throw wrongInput(`Collection with the name ${alias} already exists`);
    this.#aliases.set(alias, collection);
  }

  deleteAlias(alias: string): void {
    this.#aliases.delete(alias);
  }
}
