import { AbortedError, StaleWorkerError, toAppError } from '@agentic-search/shared/errors';
import type { Endings } from '@agentic-search/shared/events';
import { askModel } from '@agentic-search/shared/gateway';
import { appendEntry } from '@agentic-search/shared/history';
import { backoffMs, parseJobData, searchJobId } from '@agentic-search/shared/jobs';
import type { Logger } from '@agentic-search/shared/logging';
import { endSearch, isFinished, type SearchRecord, type SearchRecords } from '@agentic-search/shared/records';
import { cancelChildren } from '@agentic-search/shared/services';
import { type LimitedSignal, limitSignal } from '@agentic-search/shared/time-limits';
import { DelayedError, type Job, WaitingChildrenError } from 'bullmq';
import { applyOutcome, cutShort } from './apply-outcome.js';
import { isOverspent, loopDeadline } from './budget.js';
import { claimSearch, errorCount, MAX_CLAIMS, releaseClaim } from './claim-search.js';
import type { AskModel } from './decisions/ask-model.js';
import { dropChildren } from './fan-out.js';
import type { WaitingSearches } from './maintenance/waiting-searches.js';
import { pipeline } from './pipeline.js';
import { SearchLedger } from './search-ledger.js';
import { SearchSession } from './search-session.js';
import { openSearchSignals, type SearchSignals } from './search-signals.js';
import type { StepContext, StepParts } from './steps/step.js';

const RETRY_BASE_MS = 1_000;
/** Share of the time left that the model gets for a recheck when the time of the loop is over. */
const LATE_RECHECK_SHARE = 0.3;

export interface SearchRunParts extends StepParts {
  records: SearchRecords;
  endings: Endings;
  waiting: WaitingSearches;
  logger: Logger;
  /** Fires when the process is ending: searches are handed back between steps. */
  shutdown: AbortSignal;
  /** Fires when the process cannot wait for a step any longer: the step is left and its search handed back. */
  interrupt: AbortSignal;
  /** Told of every call to the model. */
  onModelCall: (searchId: string, task: string) => void;
}

/**
 * Runs one search from where its record stands: claim → step → write → next, until it ends or must wait. Gives the
 * status, or why there was nothing to do. Throws what BullMQ reacts to (waiting for children, delayed) and what
 * shows that Redis is away.
 */
export function createSearchRun(parts: SearchRunParts) {
  return async (job: Job, token: string): Promise<{ status: string }> => {
    const { id } = parseJobData('search', job.data);
    const loaded = await parts.records.load(id);
    if (!loaded) return { status: 'gone' };
    if (job.id !== searchJobId(loaded.record.id, loaded.record.run)) return { status: 'superseded' };
    // A job whose children still wait cannot end.
    const leave = async (status: string) => {
      await cancelChildren(parts.queues, { kind: 'search', id, run: loaded.record.run });
      return { status };
    };
    if (isFinished(loaded.record)) return leave(loaded.record.status ?? 'finished');

    const session = new SearchSession(parts.records, job, loaded);
    const signals = await openSearchSignals(id, parts);
    try {
      await session.update((record) => claimSearch(record, parts.now()));
      return await new SearchRun(parts, session, job, token, signals).toEnd();
    } catch (error) {
      if (!(error instanceof StaleWorkerError) && !isCancel(error)) throw error;
      const state = await parts.records.state(id);
      if (state !== null && isFinished({ state })) return await leave(state);
      throw error;
    } finally {
      signals.release();
      session.dropShowing();
    }
  };
}

const isCancel = (error: unknown) => error instanceof AbortedError && error.code === 'cancelled';
/** What BullMQ or another worker tells this one to do; no fault of the step. */
const isOrder = (error: unknown) =>
  error instanceof WaitingChildrenError || error instanceof DelayedError || error instanceof StaleWorkerError;
const isDeadline = (error: unknown) => error instanceof AbortedError && error.code === 'deadline';

/** One activation of a search's job. */
class SearchRun {
  private readonly ledger: SearchLedger;

  constructor(
    private readonly parts: SearchRunParts,
    private readonly session: SearchSession,
    private readonly job: Job,
    private readonly token: string,
    private readonly signals: SearchSignals,
  ) {
    this.ledger = new SearchLedger(session, parts.now);
  }

  async toEnd(): Promise<{ status: string }> {
    while (!isFinished(this.session.record)) {
      if (this.parts.shutdown.aborted) await this.handBack();
      if (this.session.record.claims.count > MAX_CLAIMS) {
        await this.fail(
          'step_failed_repeatedly',
          `step ${this.session.record.step} did not end after ${MAX_CLAIMS} starts`,
        );
      } else {
        await this.oneStep();
      }
      this.session.showSoon();
    }
    this.session.showNow();
    return { status: this.session.record.status ?? 'finished' };
  }

  private async oneStep(): Promise<void> {
    const { record } = this.session;
    const { now } = this.parts;
    const over = now() >= loopDeadline(record) || isOverspent(record);
    if (over && this.mayBeCutShort(record)) return this.session.update(cutShort);
    const startedAt = now();
    this.ledger.refused = false;
    const limit = this.stepLimit(record);
    try {
      const outcome = await pipeline[record.step].run(this.contextFor(record, limit.signal));
      this.signals.cancelled.throwIfAborted();
      const refused = this.ledger.refused;
      await this.session.update((before) => {
        const after = applyOutcome(before, outcome, { startedAt, now: now() });
        const goesOn = !isFinished(after) && after.step !== 'answer';
        return refused && goesOn ? cutShort(after) : after;
      });
      if (record.step === 'crawl') await dropChildren(this.parts.queues, record, record.fan_out?.urls ?? []);
    } catch (error) {
      // What throws on an abort names it in its own way; why is known here.
      await this.stepFailed(limit.signal.aborted && !isOrder(error) ? limit.signal.reason : error);
    } finally {
      limit.release();
    }
  }

  /** A recheck is short and makes the last crawl count; an answer is what the time was held back for. */
  private mayBeCutShort(record: SearchRecord): boolean {
    return record.step !== 'answer' && record.step !== 'recheck' && record.fan_out === null;
  }

  private stepDeadline(record: SearchRecord): number {
    if (this.mayBeCutShort(record)) return loopDeadline(record);
    return record.deadline_at ?? Number.POSITIVE_INFINITY;
  }

  /** A recheck that the last crawl left little time for leaves most of it to the answer. */
  private modelDeadline(record: SearchRecord): number {
    const deadline = this.stepDeadline(record);
    if (record.step !== 'recheck' || record.deadline_at === null) return deadline;
    const now = this.parts.now();
    return Math.max(loopDeadline(record), now + (deadline - now) * LATE_RECHECK_SHARE);
  }

  /** Fires when the search was cancelled, its time is up (an answer that is late already has none) or the process must end. */
  private stepLimit(record: SearchRecord): LimitedSignal {
    const left = this.stepDeadline(record) - this.parts.now();
    const late = record.step === 'answer' && left <= 0;
    const tooLate = () => new AbortedError('deadline', 'the search is out of time');
    return limitSignal(this.signals.ended, late ? Number.POSITIVE_INFINITY : left, tooLate);
  }

  private contextFor(record: SearchRecord, signal: AbortSignal): StepContext {
    return {
      record,
      parts: this.parts,
      ask: this.modelFor(record),
      signal,
      waitForChildren: () => this.waitForChildren(),
    };
  }

  /** The model as long as there is time; a reply that does not come in time leaves the step to the rules. */
  private modelFor(record: SearchRecord): AskModel | null {
    const { gateway, now, onModelCall } = this.parts;
    const until = this.modelDeadline(record);
    if (gateway === null || now() >= until) return null;
    const scope = { ledger: this.ledger, signal: this.signals.ended, until };
    const told = { ...gateway, onCall: (task: string) => onModelCall(record.id, task) };
    return (call) => askModel(told, scope, call);
  }

  private async waitForChildren(): Promise<void> {
    await this.release();
    const { record } = this.session;
    await this.parts.waiting.add(record.id, loopDeadline(record));
    if (await this.job.moveToWaitingChildren(this.token)) throw new WaitingChildrenError();
    await this.parts.waiting.remove(record.id);
  }

  private async handBack(): Promise<never> {
    await this.release();
    await this.job.moveToDelayed(this.parts.now(), this.token);
    throw new DelayedError();
  }

  private async release(): Promise<void> {
    await this.session.update((record) => releaseClaim(record, { keepCount: false }));
    this.session.showNow();
  }

  private async stepFailed(error: unknown): Promise<void> {
    if (isOrder(error)) throw error;
    this.signals.cancelled.throwIfAborted();
    if (this.parts.interrupt.aborted) return this.handBack();
    if (isDeadline(error)) return this.session.update(cutShort);
    const fault = toAppError(error);
    if (fault.code === 'redis_unavailable') throw fault;
    const { record } = this.session;
    const attempt = errorCount(record) + 1;
    const retrying = record.claims.count < MAX_CLAIMS;
    this.parts.logger.warn({ err: error, search: record.id, step: record.step, attempt }, 'step failed');
    const now = this.parts.now();
    const body = {
      action: 'error' as const,
      step: record.step,
      attempt,
      code: fault.code,
      detail: fault.detail,
      retrying,
    };
    await this.session.update((before) => ({
      ...releaseClaim(before, { keepCount: true }),
      history: appendEntry(before.history, body, { iteration: before.iteration, startedAt: now, now }),
    }));
    if (!retrying) return this.fail(fault.code, fault.detail);
    this.session.showNow();
    // However long the other side asks for: the search wakes up while there is time to answer.
    const latest = Math.max(this.stepDeadline(record), now + RETRY_BASE_MS);
    const again = Math.min(now + backoffMs(record.claims.count, RETRY_BASE_MS, fault), latest);
    await this.job.moveToDelayed(again, this.token);
    throw new DelayedError();
  }

  private async fail(code: string, detail: string): Promise<void> {
    await this.session.update((record) =>
      endSearch(record, { status: 'failed', now: this.parts.now(), error: { code, detail } }),
    );
  }
}
