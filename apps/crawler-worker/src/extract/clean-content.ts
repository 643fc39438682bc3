import { attribute, type DomDocument, type DomElement, textOf } from './dom.js';

const neverContent =
  'nav, footer, form button, button, select, textarea, input:not([type="checkbox"]), dialog, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [hidden], [aria-modal="true"], .sr-only, .visually-hidden, .screen-reader-text, .skip-link';
const boilerplateName =
  /(?:^|[\s_-])(?:cookie|consent|gdpr|breadcrumbs?|share|sharing|social|newsletter|subscribe|related|recommended|advert|advertisement|ads?|promo|sidebar|toc|table-of-contents|pagination|pager|prev-next|edit-this-page|page-nav|site-header|site-footer|navbar|menu|skip-to|comments?-form|feedback|toolbar|copy-?btn|clipboard)(?:$|[\s_-])/i;
const permalinkText = /^(?:#|¶|§|🔗|link|permalink|anchor)?$/i;

/**
 * Takes the chosen content out of its page's furniture, in place: navigation, banners, share bars, permalinks,
 * hidden parts; links and image addresses become absolute against `baseUrl`.
 */
export function cleanContent(content: DomElement, baseUrl: string): void {
  const whole = textOf(content).length;
  for (const element of content.querySelectorAll(neverContent)) element.remove();
  for (const element of content.querySelectorAll('aside, div, section, ul, ol, header, p, span')) {
    if (isBoilerplate(element, whole)) element.remove();
  }
  for (const element of content.querySelectorAll('[style]')) {
    if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? ''))
      element.remove();
  }
  for (const link of content.querySelectorAll('h1 a, h2 a, h3 a, h4 a, h5 a, h6 a')) {
    if (
      permalinkText.test(textOf(link)) ||
      /(?:header-?link|hash-link|permalink|anchorjs)/i.test(link.className)
    ) {
      if (permalinkText.test(textOf(link))) link.remove();
    }
  }
  for (const link of content.querySelectorAll('a[href]'))
    makeAbsolute(link, 'href', baseUrl, /^(?:https?|mailto):$/);
  for (const image of content.querySelectorAll('img')) {
    const lazy = attribute(image, 'data-src') ?? attribute(image, 'data-original');
    if (lazy) image.setAttribute('src', lazy);
    makeAbsolute(image, 'src', baseUrl, /^https?:$/);
  }
}

/** Content that scripts would have drawn counts; notices and spare images in `<noscript>` do not. In place, before the content is chosen. */
export function unwrapNoscript(document: DomDocument): void {
  for (const element of document.querySelectorAll('noscript')) {
    const text = textOf(element);
    if (
      text.length < 200 ||
      /enable javascript|javascript (?:is )?(?:disabled|required)/i.test(text.slice(0, 400))
    )
      element.remove();
    else element.replaceWith(...element.childNodes);
  }
}

/** Named like furniture, not too large a part of the page, and mostly links or short. */
function isBoilerplate(element: DomElement, wholeLength: number): boolean {
  if (element.parentNode === null) return false;
  const name = `${element.className ?? ''} ${element.getAttribute('id') ?? ''}`;
  if (element.nodeName !== 'ASIDE' && !boilerplateName.test(name)) return false;
  if (element.querySelector('h1, pre, main, article') !== null) return false;
  // Admonitions are asides too, and documentation needs them.
  if (/admonition|callout|note|warning|tip|hint|alert/i.test(name)) return false;
  return textOf(element).length < wholeLength * 0.3;
}

function makeAbsolute(element: DomElement, name: string, baseUrl: string, schemes: RegExp): void {
  const value = attribute(element, name);
  const target = value !== null && URL.canParse(value, baseUrl) ? new URL(value, baseUrl) : null;
  if (target && schemes.test(target.protocol))
    element.setAttribute(
      name,
      target.href.replace(/[()]/g, encodeURIComponent).replaceAll('(', '%28').replaceAll(')', '%29'),
    );
  else if (element.nodeName === 'A') element.replaceWith(...element.childNodes);
  else element.setAttribute(name, '');
}
