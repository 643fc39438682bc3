/** What is measured of a unit against a part of a question; all 0–1. */
export interface SupportFeatures {
  /** Weighted share of the terms that belong to what the unit says. */
  coverage: number;
  /** Weighted share of the terms in the unit itself or its heading. */
  inUnit: number;
  /** How telling the most telling name, number or piece of code is that is missing. */
  missing: number;
  /** Weighted share of plain words that are missing. */
  missingPlain: number;
  /** Weighted share of the names and code of the question (the page's subject apart) in the unit or beside it. */
  exact: number;
  /** The unit holds the kind of answer that is wanted. */
  kind: number;
  /** Share of the telling terms in the unit or its heading. */
  rareInUnit: number;
  /** How well the name that the unit or its heading defines is the one asked for. */
  defines: number;
  /** A block of code, which holds many words but states little; 0 for how-to questions. */
  code: number;
  /** How long the unit is: a long one meets many words by chance. */
  length: number;
}
