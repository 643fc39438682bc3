import type { DomElement } from './dom.js';

const inClass =
  /(?:^|\s)(?:language-|lang-|highlight-(?:source-|text-)?|brush:\s*|code-|sourceCode\s+|hljs\s+(?:language-)?)([A-Za-z][\w+#.-]{0,20})/;
const noLanguage =
  /^(?:none|notranslate|default|highlight|block|wrapper|container|box|toolbar|text|plain|plaintext|nohighlight|snippet)$/i;

/** Finds the language a code block declares on itself, its code, or up to three ancestors; '' when none does. */
export function codeLanguageOf(pre: DomElement): string {
  const code = pre.querySelector('code');
  const places: (DomElement | null)[] = [code, pre];
  for (let parent = pre.parentNode, steps = 0; parent && steps < 3; parent = parent.parentNode, steps += 1) {
    if (parent.querySelectorAll('pre').length <= 2) places.push(parent);
  }
  for (const place of places) {
    const declared =
      place?.getAttribute('data-lang') ??
      place?.getAttribute('data-language') ??
      inClass.exec(place?.className ?? '')?.[1];
    if (declared && !noLanguage.test(declared) && /^[\w+#.-]{1,20}$/.test(declared))
      return declared.toLowerCase();
  }
  return '';
}

const lineParts = '.line, .token-line, .code-line, .view-line, .ec-line';
const notCode =
  '.linenos, .lineno, .linenodiv, .line-number, .line-numbers-rows, .gutter, .rouge-gutter, .hljs-ln-numbers, .lnt, .ln, button, .copy, .copybtn, [aria-hidden="true"]';

/** The text of a code block, indentation intact, without line numbers and buttons; line breaks as `\n`. */
export function codeTextOf(pre: DomElement): string {
  for (const extra of pre.querySelectorAll(notCode)) extra.remove();
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n');
  const text = pre.textContent ?? '';
  const lines = [...pre.querySelectorAll(lineParts)];
  // Some highlighters draw each line as a block and leave the line breaks to the style sheet.
  const joined =
    !text.trim().includes('\n') && lines.length > 1
      ? lines.map((line) => line.textContent ?? '').join('\n')
      : text;
  return joined.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '');
}
