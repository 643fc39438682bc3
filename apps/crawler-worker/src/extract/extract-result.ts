import type { PageMetadata } from '@agentic-search/shared/pages';
import type { FetchFailureCode } from '@agentic-search/shared/ports/fetcher';

/** One fetched representation, as the extractor gets it; plain data, so that it can cross threads. */
export interface ExtractInput {
  body: Uint8Array;
  contentType: string | null;
  finalUrl: string;
  status: number;
  /** Response headers, names in lower case. */
  headers: Record<string, string>;
}

/** Why a representation is no content. */
export type ExtractFailureCode = Extract<
  FetchFailureCode,
  | 'unsupported_type'
  | 'bad_encoding'
  | 'empty'
  | 'needs_browser'
  | 'login_required'
  | 'consent_wall'
  | 'bot_challenge'
  | 'soft_not_found'
  | 'extraction_failed'
>;

export interface ExtractFailure {
  ok: false;
  code: ExtractFailureCode;
  /** Safe to show: says what was seen. */
  detail: string;
  /** Where a page without content sends its reader by itself (meta refresh), absolute. */
  refreshTo?: string;
}

export interface ExtractedPage {
  ok: true;
  markdown: string;
  metadata: PageMetadata;
}

export type ExtractResult = ExtractedPage | ExtractFailure;
