import { type DomDocument, textOf } from './dom.js';
import type { ExtractFailure } from './extract-result.js';

/** What the decision rests on. */
export interface PageEvidence {
  document: DomDocument;
  /** Decoded source, for markers that live in scripts. */
  source: string;
  scripts: number;
  title: string;
  markdown: string;
  words: number;
}

const startOf = (source: string) => source.slice(0, 300_000);

/**
 * Tells a page that is no content by its evidence, or gives null. Each rule needs a short text and a marker of its
 * own kind, because pages about logins, cookies and errors are content.
 */
export function classifyPage(evidence: PageEvidence): ExtractFailure | null {
  for (const rule of [challenge, metaRefresh, consent, login, notFound, browser, empty]) {
    const found = rule(evidence);
    if (found) return found;
  }
  return null;
}

function challenge({ source, title, words }: PageEvidence): ExtractFailure | null {
  if (words > 200) return null;
  const marker =
    /_cf_chl_opt|challenge-platform\/h|cf-browser-verification|_Incapsula_Resource|px-captcha|captcha-delivery\.com|geo\.captcha|\/_sec\/cp_challenge|awsWafCookieDomainList|AwsWafIntegration|ddos-guard|sucuri_cloudproxy/i.exec(
      startOf(source),
    );
  const titled =
    /^(?:just a moment|attention required|access denied|are you (?:a )?(?:robot|human)|verify(?:ing)? you are (?:a )?human|security check|pardon our interruption|robot check|ddos protection|one moment, please)/i.test(
      title,
    );
  const captcha = /(?:g-recaptcha|h-captcha|cf-turnstile)/i.test(startOf(source));
  return marker || (titled && (captcha || words < 80))
    ? failed('bot_challenge', `the page is a bot challenge ("${title.slice(0, 60)}")`)
    : null;
}

function metaRefresh({ document, words }: PageEvidence): ExtractFailure | null {
  if (words > 60) return null;
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '';
  const target = /^\s*(\d{1,2})\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(refresh);
  if (!target?.[2] || Number(target[1]) > 10) return null;
  return { ...failed('empty', 'the page only sends its reader on'), refreshTo: target[2].trim() };
}

function consent({ document, title, markdown, words }: PageEvidence): ExtractFailure | null {
  if (words > 250) return null;
  const text = `${title}\n${textOf(document.body)}`;
  const mentions =
    text.match(
      /cookies?\b|consent|personali[sz]e|data protection|privacy|partners|datenschutz|einwilligung|consentement/gi,
    )?.length ?? 0;
  const choices = [...document.querySelectorAll('button, input[type="submit"], a[role="button"]')].map(
    (button) => `${textOf(button)} ${button.getAttribute('value') ?? ''}`,
  );
  const accepts = choices.some((choice) =>
    /accept|agree|akzeptieren|zustimmen|accepter|aceptar|alle annehmen/i.test(choice),
  );
  const titled =
    /before you continue|we (?:value|respect) your privacy|cookie|consent|bevor sie fortfahren/i.test(title);
  const about = (markdown.match(/cookie|consent|privacy|partner|personali[sz]/gi)?.length ?? 0) * 25 >= words;
  return accepts && mentions >= 4 && (titled || about)
    ? failed('consent_wall', 'the page only asks for consent')
    : null;
}

function login({ document, title, words }: PageEvidence): ExtractFailure | null {
  if (words > 120 || document.querySelector('input[type="password" i]') === null) return null;
  // A page with much other text only offers a login beside it.
  if (textOf(document.body).length > 3_000) return null;
  const heading = `${title} ${textOf(document.querySelector('h1'))}`;
  const titled = /\b(?:log ?in|sign ?in|sign ?on|anmelden|anmeldung|connexion|iniciar sesión)\b/i.test(
    heading,
  );
  return titled || words < 40 ? failed('login_required', 'the page is a login form') : null;
}

function notFound({ document, title, words }: PageEvidence): ExtractFailure | null {
  if (words > 100) return null;
  const pattern =
    /^\W*(?:error\s*)?404\b|page (?:was )?not found|page (?:could not|cannot|can't) be found|(?:this|the) page (?:does not|doesn't) exist|^not found$|seite (?:wurde )?nicht gefunden|page introuvable|página no encontrada/i;
  return [title, textOf(document.querySelector('h1'))].some((text) => pattern.test(text))
    ? failed('soft_not_found', 'the page says that it was not found')
    : null;
}

function browser({ document, source, scripts, words }: PageEvidence): ExtractFailure | null {
  if (words > 25 || scripts === 0) return null;
  const shell = document.querySelector(
    '#root, #app, #__next, #__nuxt, app-root, #svelte, #react-root, [data-reactroot], [ng-app]',
  );
  const notice =
    /enable javascript|javascript (?:is )?(?:required|disabled)|requires javascript|javascript aktivieren/i.test(
      startOf(source),
    );
  return (shell !== null && textOf(shell).length < 200) || notice
    ? failed('needs_browser', 'the page is an empty shell that scripts fill')
    : null;
}

function empty({ words, markdown }: PageEvidence): ExtractFailure | null {
  return words < 2 || markdown === '' ? failed('empty', 'the page holds no text') : null;
}

function failed(code: ExtractFailure['code'], detail: string): ExtractFailure {
  return { ok: false, code, detail };
}
