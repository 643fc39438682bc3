import { parseHTML } from 'linkedom';

/** What the extractor uses of a DOM; linkedom gives it without the browser's global types. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  textContent: string | null;
  readonly parentNode: DomElement | null;
  readonly nextSibling: DomNode | null;
  readonly childNodes: Iterable<DomNode> & { readonly length: number };
  remove(): void;
}

export interface DomElement extends DomNode {
  readonly className: string;
  readonly children: Iterable<DomElement> & { readonly length: number };
  readonly outerHTML: string;
  innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement> & { readonly length: number };
  replaceWith(...nodes: (DomNode | string)[]): void;
  cloneNode(deep: boolean): DomElement;
  normalize(): void;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly body: DomElement;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement> & { readonly length: number };
}

/** Parses HTML that passed the guard; gives a document that always has a body. */
export function parseDocument(html: string): DomDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  const document = parseHTML(whole).document as unknown as DomDocument;
  // Entities come as text nodes of their own; what escapes Markdown must see whole texts.
  document.body.normalize();
  return document;
}

/** Text of a node with runs of white space folded; '' for none. */
export function textOf(node: DomNode | null | undefined): string {
  return (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** A non-empty, trimmed attribute, or null. */
export function attribute(element: DomElement | null | undefined, name: string): string | null {
  return element?.getAttribute(name)?.trim() || null;
}
