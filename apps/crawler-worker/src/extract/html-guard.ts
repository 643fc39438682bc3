import { Parser } from 'htmlparser2';

/** Bounds of what reaches a DOM; every DOM dies on some input without them. */
const limits = { depth: 200, elements: 150_000, attribute: 4_096, title: 1_000, jsonLd: 1_048_576 };

/** What the SAX pass leaves of a page. */
export interface GuardedHtml {
  /** Well-nested HTML, bounded in depth and size, without scripts, styles and embedded objects. */
  html: string;
  /** Contents of `application/ld+json` scripts, as they stood. */
  jsonLd: string[];
  scripts: number;
  elements: number;
  /** True when the page went past the element limit and was cut. */
  cut: boolean;
}

const dropped = new Set([
  'script',
  'style',
  'svg',
  'iframe',
  'object',
  'embed',
  'canvas',
  'template',
  'audio',
  'video',
  'map',
  'frameset',
]);
const voids = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** Tags whose place is decided here: parsers differ on what a page without them means. */
const frame = new Set(['html', 'head', 'body']);
const headOnly = new Set(['title', 'meta', 'base', 'link']);
const keptAttributes =
  /^(?:id|class|role|href|src|alt|title|lang|rel|name|content|property|itemprop|datetime|type|charset|http-equiv|colspan|rowspan|start|checked|hidden|style|data-lang|data-language|aria-(?:hidden|label|checked|modal)|data-(?:src|original|nosnippet)|pubdate|encoding|value|display)$/;

/**
 * Reads HTML once as a stream of tags and writes what may be built into a DOM. Elements below the depth limit lose
 * their tags and keep their text; a title is cut; head and body come out as such whether or not the page has their tags. Takes linear time and constant stack whatever the page holds.
 */
export function guardHtml(source: string): GuardedHtml {
  const head: string[] = [];
  const body: string[] = [];
  let root = '';
  const open: { name: string; written: boolean }[] = [];
  const jsonLd: string[] = [];
  let droppedInside = 0;
  let script: string[] | null = null;
  let elements = 0;
  let scripts = 0;
  let titleLeft = limits.title;
  let writtenDepth = 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1;
        if (name === 'script') {
          scripts += 1;
          script = /^application\/ld\+json/i.test(attributes.type ?? '') ? [] : null;
        }
        if (droppedInside > 0 || dropped.has(name)) {
          droppedInside += 1;
          open.push({ name, written: false });
          return;
        }
        if (name === 'html' && root === '') root = attributeText(attributes);
        const written =
          !frame.has(name) && elements <= limits.elements && (writtenDepth < limits.depth || voids.has(name));
        if (written) (headOnly.has(name) ? head : body).push(`<${name}${attributeText(attributes)}>`);
        if (written && !voids.has(name)) writtenDepth += 1;
        open.push({ name, written });
      },
      ontext(text) {
        if (script) script.push(text);
        if (droppedInside > 0) return;
        const inTitle = open.at(-1)?.name === 'title';
        const kept = inTitle ? text.slice(0, Math.max(titleLeft, 0)) : text;
        if (inTitle) titleLeft -= text.length;
        (inTitle ? head : body).push(escapeText(kept));
      },
      onclosetag(name) {
        const element = open.pop();
        if (droppedInside > 0) {
          droppedInside -= 1;
          if (name === 'script' && script) {
            const text = script.join('');
            if (text.length <= limits.jsonLd) jsonLd.push(text);
            script = null;
          }
          return;
        }
        if (!element?.written || voids.has(name)) return;
        (headOnly.has(name) ? head : body).push(`</${name}>`);
        writtenDepth -= 1;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  );
  parser.write(source);
  parser.end();
  return {
    html: `<html${root}><head>${head.join('')}</head><body>${body.join('')}</body></html>`,
    jsonLd,
    scripts,
    elements,
    cut: elements > limits.elements,
  };
}

function attributeText(attributes: Record<string, string>): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (!keptAttributes.test(name) || (value.length > limits.attribute && name !== 'content')) continue;
    text += ` ${name}="${escapeText(value.slice(0, limits.attribute)).replaceAll('"', '&quot;')}"`;
  }
  return text;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
