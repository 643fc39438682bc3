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
  /** The unit is about the very identifier asked for, not about another that it only mentions. */
  named: number;
  /** Weighted share of the telling terms in what names the unit: its heading, item or lead-in. */
  headed: number;
  /** How telling the most telling word is that neither the unit nor what names it holds. */
  gap: number;
  /** The unit states the value that holds by default; 1 where no default is asked for. */
  states: number;
  /** The kind of thing that is asked for ("which port", "log level") is named by the unit or what names it. */
  target: number;
  /** Share of the page's own name that the question does not mention: the page of another thing. */
  foreign: number;
  /** How telling the most telling word is that no passage at all holds. */
  unknown: number;
  /** A block of code, which holds many words but states little; 0 for how-to questions. */
  code: number;
  /** How long the unit is: a long one meets many words by chance. */
  length: number;
}
