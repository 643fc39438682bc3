import { type PageToPrepare, type PreparedPage, preparePage } from './prepare-page.js';

/** Entry of the worker thread. */
export default function run(page: PageToPrepare): PreparedPage {
  return preparePage(page);
}
