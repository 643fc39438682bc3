import type { CutUnit } from './cut-passage.js';
import type { DefinedName } from './defined-name.js';
import type { ReadUnit } from './read-passage.js';
import type { Unit } from './split-units.js';

/** A unit of a passage with the keys that a question finds in it. */
export class NamedUnit implements ReadUnit {
  readonly kind: Unit['kind'];
  readonly start: number;
  readonly end: number;
  readonly heading: number | null;
  readonly leadIn: number | null;
  readonly header: Unit['header'];
  readonly owner: number | null;
  readonly section: number;
  readonly text: string;
  private readonly name: DefinedName;

  constructor(
    { unit, text, name }: CutUnit,
    readonly keys: ReadonlySet<string>,
  ) {
    this.kind = unit.kind;
    this.start = unit.start;
    this.end = unit.end;
    this.heading = unit.heading;
    this.leadIn = unit.leadIn;
    this.header = unit.header;
    this.owner = unit.owner;
    this.section = unit.section;
    this.text = text;
    this.name = name;
  }

  get defines(): readonly (readonly string[])[] {
    return this.name.words;
  }

  get names(): readonly string[] {
    return this.name.identifiers;
  }
}
