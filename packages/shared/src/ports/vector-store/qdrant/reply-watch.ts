import { DecoratorHandler, type Dispatcher } from 'undici';

/** What was seen of the server's answer before its body: null until the headers came. */
export interface ReplySeen {
  status: number | null;
  /** The `Retry-After` header as it came. */
  retryAfter: string | null;
}

/**
 * Gives a dispatcher for one request that notes status and Retry-After in `seen`.
 * The Qdrant client keeps only the first character of Retry-After and drops the answer, so it is read here.
 */
export function watchReply(agent: Dispatcher, seen: ReplySeen): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch(options, noting(handler, seen)));
}

function noting(handler: Dispatcher.DispatchHandler, seen: ReplySeen): Dispatcher.DispatchHandler {
  // the decorator takes handlers of every undici there is; Node's own fetch brings the one it was built with
  const decorated: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const start = decorated.onResponseStart?.bind(decorated);
  decorated.onResponseStart = (controller, statusCode, headers, statusMessage) => {
    const value = headers['retry-after'];
    seen.status = statusCode;
    seen.retryAfter = (Array.isArray(value) ? value[0] : value) ?? null;
    start?.(controller, statusCode, headers, statusMessage);
  };
  return decorated;
}
