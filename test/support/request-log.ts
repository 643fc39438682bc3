import { Arrivals, Gate } from './gate.js';

/** State of a request to a double; `gone`: the client left before the answer. */
export type RequestState = 'in_flight' | 'answered' | 'gone';

export interface LoggedRequest {
  /** 1, 2, 3 … in order of arrival. */
  id: number;
  state: RequestState;
}

/** Every request a double got, with the gate they pass. The same handles on every double. */
export class RequestLog<Request extends LoggedRequest> {
  readonly requests: Request[] = [];
  readonly gate = new Gate<Request>();
  readonly #arrivals = new Arrivals<Request>();

  /** Records a request, lets those who wait for it know, and holds it while the gate says so. */
  async enter(request: Request, gone: AbortSignal): Promise<void> {
    this.requests.push(request);
    gone.addEventListener('abort', () => {
      if (request.state === 'in_flight') request.state = 'gone';
    });
    this.#arrivals.announce(request);
    await this.gate.pass(request);
  }

  /** Gives a matching request that is in flight, now or as soon as one is. Rejects after `timeoutMs`. */
  async waitFor(matches: (request: Request) => boolean = () => true, timeoutMs = 15_000): Promise<Request> {
    const inFlight = this.requests.filter((request) => request.state === 'in_flight');
    return await this.#arrivals.next(matches, inFlight, timeoutMs);
  }
}
