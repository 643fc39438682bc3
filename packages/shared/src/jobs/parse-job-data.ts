import { UnrecoverableError } from 'bullmq';
import { fieldFaults } from '../errors/field-faults.js';
import { type JobDataOf, type JobDefinition, jobCatalog, type QueueName } from './catalog.js';

const LONGEST_REASON = 500;

/** Data of a job as it came out of its queue; throws UnrecoverableError (`invalid_job: …`): it is never tried again. */
export function parseJobData<Name extends QueueName>(name: Name, raw: unknown): JobDataOf<Name> {
  const definition: JobDefinition = jobCatalog[name];
  const parsed = definition.data.safeParse(raw);
  if (parsed.success) return parsed.data as JobDataOf<Name>;
  const faults = fieldFaults(parsed.error).map((fault) => `${fault.path} ${fault.message}`);
  throw new UnrecoverableError(`invalid_job: ${faults.join('; ').slice(0, LONGEST_REASON)}`);
}
