/** One event as a client sees it. */
export interface SeenEvent {
  event: string;
  id: number | null;
  data: unknown;
}

/** A client of an event stream; `events` grows as they come, `comments` counts the comment lines. */
export interface SseClient {
  events: SeenEvent[];
  comments: string[];
  status: number;
  /** Resolves with the `seq`s that came once the stream has closed. */
  closed: Promise<void>;
  seqs(): number[];
  /** Waits until so many events have come. */
  until(predicate: (client: SseClient) => boolean): Promise<void>;
  disconnect(): void;
}

type Ask = (headers: Record<string, string>, signal: AbortSignal) => Response | Promise<Response>;

function parse(block: string, client: SseClient): void {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    if (line.startsWith(':')) client.comments.push(line.slice(1).trim());
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const event = fields.get('event');
  if (event === undefined) return;
  const id = fields.get('id');
  client.events.push({
    event,
    id: id === undefined ? null : Number(id),
    data: JSON.parse(fields.get('data') ?? 'null'),
  });
}

/** Connects; `lastEventId` is sent as a browser that comes back does. */
export async function connectSse(ask: Ask, lastEventId?: number): Promise<SseClient> {
  const controller = new AbortController();
  const headers: Record<string, string> =
    lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const response = await ask(headers, controller.signal);
  const waiting = new Set<() => void>();
  let ended = false;
  const read = async (): Promise<void> => {
    const reader = response.body?.getReader();
    if (!reader) return;
    controller.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    const decoder = new TextDecoder();
    let buffer = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      buffer += decoder.decode(chunk.value, { stream: true });
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) parse(block, client);
      for (const look of waiting) look();
    }
  };
  const client: SseClient = {
    events: [],
    comments: [],
    status: response.status,
    closed: Promise.resolve(),
    seqs: () => client.events.flatMap(({ event, id }) => (event === 'history' && id !== null ? [id] : [])),
    until: (predicate) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => done(() => reject(new Error(`not within 10 s: ${JSON.stringify(client.events)}`))),
          10_000,
        );
        const done = (end: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          end();
        };
        const look = () => {
          if (predicate(client)) done(resolve);
          else if (ended) done(() => reject(new Error('the stream closed before')));
        };
        waiting.add(look);
        look();
      }),
    disconnect: () => controller.abort(),
  };
  client.closed = read()
    .catch((error: unknown) => {
      if (!controller.signal.aborted) throw error;
    })
    .finally(() => {
      ended = true;
      for (const look of waiting) look();
    });
  return client;
}
