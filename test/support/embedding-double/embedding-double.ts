import { type DoubleAnswer, startHttpDouble } from '../http-double.js';
import { type LoggedRequest, RequestLog } from '../request-log.js';
import { projectText } from './project-text.js';

/** One batch of texts asked of the double. */
export interface EmbeddingDoubleRequest extends LoggedRequest {
  texts: string[];
  body: Record<string, unknown>;
}

export interface EmbeddingDouble {
  /** To be used as EMBEDDING_BASE_URL. */
  baseUrl: string;
  dimensions: number;
  requests: readonly EmbeddingDoubleRequest[];
  /** Texts that were given a vector so far, repeats included. */
  embedded(): string[];
  /** How often this text was given a vector. */
  count(text: string): number;
  /** A batch with such a text is refused whole, by 400 as servers do. */
  refuse(matches: (text: string) => boolean): void;
  /** Answers the next requests (once each, in order) in some other way. */
  answerNext(...answers: DoubleAnswer[]): void;
  hold(matches?: (request: EmbeddingDoubleRequest) => boolean): void;
  release(): void;
  releaseWaiting(): void;
  waitForRequest(
    matches?: (request: EmbeddingDoubleRequest) => boolean,
    timeoutMs?: number,
  ): Promise<EmbeddingDoubleRequest>;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible embedding server whose vectors are made by `projectText` (64 dimensions by default). */
export async function startEmbeddingDouble(options: { dimensions?: number } = {}): Promise<EmbeddingDouble> {
  const dimensions = options.dimensions ?? 64;
  const log = new RequestLog<EmbeddingDoubleRequest>();
  const next: DoubleAnswer[] = [];
  const embedded: string[] = [];
  let refused: (text: string) => boolean = () => false;

  const server = await startHttpDouble(async (http) => {
    if (http.url.pathname !== '/v1/embeddings')
      return { kind: 'answer', status: 404, body: { error: 'not found' } };
    const body = JSON.parse(http.text) as Record<string, unknown>;
    const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(String);
    const request: EmbeddingDoubleRequest = { id: log.requests.length + 1, state: 'in_flight', texts, body };
    const scripted = next.shift();
    await log.enter(request, http.gone);
    if (request.state === 'gone') return { kind: 'hang' };
    const given = scripted ?? answerTexts(texts, dimensions, refused);
    if (given.kind === 'hang' || given.kind === 'stall') return given;
    request.state = 'answered';
    if (!scripted && given.kind === 'answer' && given.status === 200) embedded.push(...texts);
    return given;
  });

  return {
    baseUrl: `${server.url}/v1`,
    dimensions,
    requests: log.requests,
    embedded: () => [...embedded],
    count: (text) => embedded.filter((item) => item === text).length,
    refuse: (matches) => {
      refused = matches;
    },
    answerNext: (...answers) => void next.push(...answers),
    hold: (matches) => log.gate.hold(matches),
    release: () => log.gate.release(),
    releaseWaiting: () => log.gate.releaseWaiting(),
    waitForRequest: (matches, timeoutMs) => log.waitFor(matches, timeoutMs),
    close: async () => {
      log.gate.release();
      await server.close();
    },
  };
}

function answerTexts(texts: string[], dimensions: number, refused: (text: string) => boolean): DoubleAnswer {
  const bad = texts.findIndex((text) => text === '' || refused(text));
  if (bad >= 0) {
    const error = { code: 400, message: `input ${bad} cannot be embedded`, type: 'invalid_request_error' };
    return { kind: 'answer', status: 400, body: { error } };
  }
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: projectText(text, dimensions),
  }));
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return { kind: 'answer', status: 200, body: { object: 'list', model: 'double', data, usage } };
}
