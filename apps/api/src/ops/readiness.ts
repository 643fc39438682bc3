import { z } from 'zod';

/** Rejects when the service does not answer as it should. */
export type Probe = (signal: AbortSignal) => Promise<void>;

export const checkNames = ['redis', 'vector_store', 'search_engine', 'llm', 'embedder', 'documents'] as const;
export type CheckName = (typeof checkNames)[number];
/** Without these nothing works; without the others it works less well. */
const required: ReadonlySet<CheckName> = new Set(['redis', 'vector_store']);

const checkSchema = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable', 'not_configured']),
  detail: z.string(),
});
export const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  checks: z.object({
    redis: checkSchema,
    vector_store: checkSchema,
    search_engine: checkSchema,
    llm: checkSchema,
    embedder: checkSchema,
    documents: checkSchema,
  }),
});
export type ReadinessReport = z.infer<typeof readinessSchema>;
type Check = z.infer<typeof checkSchema>;

const withoutIt: Record<CheckName, string> = {
  redis: 'there is none',
  vector_store: 'there is none',
  search_engine: 'searches use the knowledge base only',
  llm: 'rules decide',
  embedder: 'retrieval is lexical',
  documents: 'no documents engine',
};

/**
 * Looks at the services this process leans on, all at once, within `timeoutMs`, and keeps what it saw for `keepMs`:
 * however often it is asked, no service is asked more often. Details never name addresses: anybody may read them.
 */
export class Readiness {
  private kept: { at: number; report: Promise<ReadinessReport> } | null = null;

  constructor(
    private readonly probes: Record<CheckName, Probe | null>,
    private readonly options: { timeoutMs: number; keepMs: number; now: () => number },
  ) {}

  report(): Promise<ReadinessReport> {
    const now = this.options.now();
    if (this.kept === null || now - this.kept.at >= this.options.keepMs) {
      this.kept = { at: now, report: this.look() };
    }
    return this.kept.report;
  }

  private async look(): Promise<ReadinessReport> {
    const entries = await Promise.all(
      checkNames.map(async (name) => [name, await this.check(name)] as const),
    );
    const checks = Object.fromEntries(entries) as Record<CheckName, Check>;
    const all = Object.values(checks).map((check) => check.status);
    const worst = all.includes('unavailable')
      ? 'unavailable'
      : all.includes('degraded')
        ? 'degraded'
        : 'ready';
    return { status: worst, checks };
  }

  private async check(name: CheckName): Promise<Check> {
    const probe = this.probes[name];
    if (!probe) return { status: 'not_configured', detail: withoutIt[name] };
    const away = required.has(name) ? 'unavailable' : 'degraded';
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Check>((resolve) => {
      timer = setTimeout(() => {
        controller.abort();
        resolve({ status: away, detail: `no answer within ${this.options.timeoutMs} ms` });
      }, this.options.timeoutMs);
    });
    const seen = probe(controller.signal).then(
      (): Check => ({ status: 'ok', detail: 'answers' }),
      (): Check => ({ status: away, detail: 'does not answer as it should' }),
    );
    try {
      return await Promise.race([seen, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
