import type { CutUnit } from './cut-unit.js';
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

  constructor(
    private readonly cut: CutUnit,
    readonly keys: ReadonlySet<string>,
  ) {
    const { unit, text } = cut;
    this.kind = unit.kind;
    this.start = unit.start;
    this.end = unit.end;
    this.heading = unit.heading;
    this.leadIn = unit.leadIn;
    this.header = unit.header;
    this.owner = unit.owner;
    this.section = unit.section;
    this.text = text;
  }

  get defines(): readonly (readonly string[])[] {
    return this.cut.name.words;
  }

  get saysSomething(): boolean {
    return this.cut.saysSomething;
  }

  get names(): readonly string[] {
    return this.cut.name.identifiers;
  }
}
