import type { AppParts, Handler } from '../parts.js';

/** `GET /ready`: 503 only when Redis or the vector store is away. */
export function ready(parts: AppParts): Handler {
  return async (c) => {
    const report = await parts.readiness.report();
    return c.json(report, report.status === 'unavailable' ? 503 : 200);
  };
}
