import type { WordLanguage } from '../words/stem.js';
import { DefinedName } from './defined-name.js';
import { statesAnything } from './says-something.js';
import type { Unit } from './split-units.js';

/** A unit of a passage with what holds of it whatever is asked; worked out when it is asked for. */
export class CutUnit {
  readonly name: DefinedName;
  private states: boolean | null = null;

  constructor(
    readonly unit: Unit,
    readonly text: string,
    language: WordLanguage,
  ) {
    this.name = new DefinedName(unit.kind, text, language);
  }

  get saysSomething(): boolean {
    this.states ??= statesAnything(this.unit.kind, this.text);
    return this.states;
  }
}
