/** One server-sent event, or a comment line that keeps the connection open. */
export type ServerEvent = { comment: string } | { event: string; data: unknown; id?: number };

const encoder = new TextEncoder();

function encode(message: ServerEvent): Uint8Array {
  if ('comment' in message) return encoder.encode(`: ${message.comment}\n\n`);
  const id = message.id === undefined ? '' : `id: ${message.id}\n`;
  return encoder.encode(`${id}event: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`);
}

/**
 * Streams events as the client takes them: nothing is asked of `events` before there is room, so a slow client costs
 * no memory. `stop` is called when the client has gone.
 */
export function sseResponse(events: AsyncGenerator<ServerEvent>, stop: () => void): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await events.next();
        if (next.done) controller.close();
        else controller.enqueue(encode(next.value));
      },
      async cancel() {
        stop();
        // Where it stands still between two events nothing else would end it.
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
