import { type FaultKind, faultKind } from '../../openai-protocol/fault-kind.js';
import type { ServerFault } from '../../openai-protocol/server-fault.js';
import type { LlmRequest } from '../llm.js';
import type { OutputForm, RequestForm } from './request-form.js';

/** What one server was found to refuse. Lives as long as its adapter. */
export interface FormMemory {
  /** The form to send this request in. */
  formFor(request: LlmRequest): RequestForm;
  /** The request was served in that form. */
  served(request: LlmRequest, form: RequestForm): void;
  /** Gives the feature that is left out from now on because of this fault, or null when it was no such refusal. */
  refused(request: LlmRequest, form: RequestForm, fault: ServerFault): string | null;
}

const refusable: ReadonlySet<FaultKind> = new Set(['bad_request', 'unavailable']);
const outputWords = /response_?format|json_?schema|json_?object|structured output|guided|grammar/i;
const schemaWords = /invalid schema|schema conversion|parse grammar|unsupported schema|schema is too/i;
const limitWords =
  /unsupported|not supported|unrecognized|unknown|unexpected|extra inputs|not permitted|use 'max_completion/i;
const unexplainedLimit = 2;

/**
 * Starts with everything asked for. Each refusal takes one step down and none is taken back, so one adapter sees at
 * most four of them (plus two for each schema the server cannot compile). A server that answers a JSON schema without
 * saying why (a bare 400 or 422, or 500 twice over) is taken to refuse it, unless it served one before.
 */
export function createFormMemory(): FormMemory {
  let output: OutputForm = 'json_schema';
  let temperature = true;
  let limitField: RequestForm['limitField'] = 'max_tokens';
  const outputBySchema = new Map<string, OutputForm>();
  const servedForms = new Set<OutputForm>();
  let unexplained = 0;

  function lower(request: LlmRequest, form: RequestForm, onlyThisSchema: boolean): string | null {
    const next = below(form.output);
    if (!request.output || !next) return null;
    // A request that was on its way when another one was refused must not take that step back.
    if (onlyThisSchema)
      outputBySchema.set(request.output.name, lowest(next, outputBySchema.get(request.output.name)));
    else output = lowest(next, output);
    unexplained = 0;
    return form.output;
  }

  function unexplainedRefusal(request: LlmRequest, form: RequestForm, fault: ServerFault): string | null {
    if (!request.output || form.output === 'instruction' || servedForms.has(form.output)) return null;
    unexplained += fault.status === 500 ? 1 : unexplainedLimit;
    return unexplained >= unexplainedLimit ? lower(request, form, false) : null;
  }

  return {
    formFor(request) {
      const own = request.output ? outputBySchema.get(request.output.name) : undefined;
      return { output: lowest(output, own), temperature, limitField };
    },
    served(request, form) {
      if (!request.output) return;
      servedForms.add(form.output);
      unexplained = 0;
    },
    refused(request, form, fault) {
      if (fault.status > 501 || !refusable.has(faultKind(fault))) return null;
      const said = `${fault.param} ${fault.code} ${fault.message}`;
      if (form.temperature && /temperature/i.test(said)) {
        temperature = false;
        return 'temperature';
      }
      if (form.limitField === 'max_tokens' && /max_tokens/.test(said) && limitWords.test(said)) {
        limitField = 'max_completion_tokens';
        return 'max_tokens';
      }
      if (
        request.output &&
        form.output !== 'instruction' &&
        (outputWords.test(said) || schemaWords.test(said))
      ) {
        return lower(request, form, schemaWords.test(said) || servedForms.has(form.output));
      }
      return unexplainedRefusal(request, form, fault);
    },
  };
}

function below(form: OutputForm): OutputForm | null {
  if (form === 'json_schema') return 'json_object';
  return form === 'json_object' ? 'instruction' : null;
}

function lowest(form: OutputForm, other: OutputForm | undefined): OutputForm {
  const order: OutputForm[] = ['json_schema', 'json_object', 'instruction'];
  return other && order.indexOf(other) > order.indexOf(form) ? other : form;
}
