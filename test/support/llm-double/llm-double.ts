import { createHash } from 'node:crypto';
import { type DoubleAnswer, type DoubleRequest, startHttpDouble } from '../http-double.js';
import { type LoggedRequest, RequestLog } from '../request-log.js';
import { minimalJson } from './minimal-json.js';

/** One chat completion asked of the double. */
export interface LlmDoubleRequest extends LoggedRequest {
  /** Name of the JSON schema that was asked for, or `text`. */
  task: string;
  /** Task and sha256 of the messages: the same question again has the same key. */
  key: string;
  messages: { role: string; content: string }[];
  schema: unknown;
  body: Record<string, unknown>;
  authorization: string | null;
}

/** How the double answers: a reply of the model, or anything else a server may do. */
export type LlmDoubleAnswer =
  | DoubleAnswer
  | {
      kind: 'reply';
      /** Text as it is; anything else is sent as JSON. */
      content: unknown;
      finishReason?: string;
      /** Null leaves it out; counted as a quarter of the characters when left out here. */
      usage?: { prompt_tokens: number; completion_tokens: number } | null;
    };

export type LlmDoubleHandler = (request: LlmDoubleRequest) => LlmDoubleAnswer | Promise<LlmDoubleAnswer>;

export interface LlmDouble {
  /** To be used as OPENAI_BASE_URL. */
  baseUrl: string;
  requests: readonly LlmDoubleRequest[];
  /** How many requests came, of one task when named. */
  count(task?: string): number;
  /** How often each key was asked. */
  countsByKey(): Map<string, number>;
  /** Tokens of all replies that were sent. */
  tokens(): { input: number; output: number };
  /** Answers all requests, or those of one task, from now on. */
  handle(handler: LlmDoubleHandler): void;
  handleTask(task: string, handler: LlmDoubleHandler): void;
  /** Answers the next request (once each, in order) before any handler is asked. */
  answerNext(...answers: LlmDoubleAnswer[]): void;
  hold(matches?: (request: LlmDoubleRequest) => boolean): void;
  release(): void;
  releaseWaiting(): void;
  /** Gives a matching request that is in flight, now or as soon as one is. */
  waitForRequest(
    matches?: (request: LlmDoubleRequest) => boolean,
    timeoutMs?: number,
  ): Promise<LlmDoubleRequest>;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible chat server whose replies a test decides; by default the smallest valid JSON, or `ok`. */
export async function startLlmDouble(options: { model?: string } = {}): Promise<LlmDouble> {
  const model = options.model ?? 'double';
  const log = new RequestLog<LlmDoubleRequest>();
  const next: LlmDoubleAnswer[] = [];
  const tasks = new Map<string, LlmDoubleHandler>();
  const tokens = { input: 0, output: 0 };
  let fallback: LlmDoubleHandler = (request) => ({
    kind: 'reply',
    content: request.schema === undefined ? 'ok' : minimalJson(request.schema),
  });

  const server = await startHttpDouble(async (http) => {
    if (http.method === 'GET' && http.url.pathname === '/v1/models') {
      return answer(200, { object: 'list', data: [{ id: model, object: 'model', owned_by: 'double' }] });
    }
    if (http.url.pathname !== '/v1/chat/completions')
      return answer(404, { error: { message: 'not found', code: 404 } });
    const request = readRequest(http, log.requests.length + 1);
    const scripted = next.shift();
    await log.enter(request, http.gone);
    const given = scripted ?? (await (tasks.get(request.task) ?? fallback)(request));
    if (request.state === 'gone' || given.kind === 'hang' || given.kind === 'stall')
      return asHttp(given, model, request);
    const sent = asHttp(given, model, request);
    request.state = 'answered';
    addUsage(tokens, sent);
    return sent;
  });

  return {
    baseUrl: `${server.url}/v1`,
    requests: log.requests,
    count: (task) => log.requests.filter((request) => task === undefined || request.task === task).length,
    countsByKey: () => {
      const counts = new Map<string, number>();
      for (const { key } of log.requests) counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts;
    },
    tokens: () => ({ ...tokens }),
    handle: (handler) => {
      fallback = handler;
    },
    handleTask: (task, handler) => void tasks.set(task, handler),
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

function readRequest(http: DoubleRequest, id: number): LlmDoubleRequest {
  const body = JSON.parse(http.text) as Record<string, unknown>;
  const messages = body.messages as LlmDoubleRequest['messages'];
  const format = body.response_format as { json_schema?: { name: string; schema: unknown } } | undefined;
  // A client that may not ask for a schema puts its name and the schema into the prompt.
  const named = /one JSON object named "(\w+)"[\s\S]*?JSON Schema:\n(\{.*\})/.exec(
    messages[0]?.content ?? '',
  );
  const task = format?.json_schema?.name ?? named?.[1] ?? 'text';
  const schema = format?.json_schema?.schema ?? (named?.[2] ? JSON.parse(named[2]) : undefined);
  const key = `${task}:${createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 16)}`;
  return {
    id,
    state: 'in_flight',
    task,
    key,
    messages,
    schema,
    body,
    authorization: http.headers.authorization ?? null,
  };
}

function asHttp(given: LlmDoubleAnswer, model: string, request: LlmDoubleRequest): DoubleAnswer {
  if (given.kind !== 'reply') return given;
  const content =
    typeof given.content === 'string' || given.content === null
      ? given.content
      : JSON.stringify(given.content);
  const usage =
    given.usage === undefined
      ? {
          prompt_tokens: quarter(JSON.stringify(request.messages)),
          completion_tokens: quarter(content ?? ''),
        }
      : given.usage;
  const total = usage && { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
  return answer(200, {
    id: `chatcmpl-${request.id}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content }, finish_reason: given.finishReason ?? 'stop' },
    ],
    ...(total ? { usage: total } : {}),
  });
}

function addUsage(tokens: { input: number; output: number }, sent: DoubleAnswer): void {
  if (sent.kind !== 'answer') return;
  const { usage } = sent.body as { usage?: { prompt_tokens: number; completion_tokens: number } };
  tokens.input += usage?.prompt_tokens ?? 0;
  tokens.output += usage?.completion_tokens ?? 0;
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}

function answer(status: number, body: unknown): DoubleAnswer {
  return { kind: 'answer', status, body };
}
