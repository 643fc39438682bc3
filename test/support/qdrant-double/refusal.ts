/** An answer that is no success, with the status and message the real server gives. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const malformed = (message: string) => new Refusal(400, `Format error in JSON body: ${message}`);
export const invalid = (message: string) => new Refusal(422, `Validation error in JSON body: [${message}]`);
export const wrongInput = (message: string) => new Refusal(400, `Wrong input: ${message}`);
export const badRequest = (message: string) => new Refusal(400, `Bad request: ${message}`);
export const notFound = (message: string) => new Refusal(404, `Not found: ${message}`);
