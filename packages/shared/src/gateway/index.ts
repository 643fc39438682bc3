export { countTokens } from './count-tokens.js';
export type { CallUsage, Ledger, Reservation } from './ledger.js';
export { createPacer, type Pacer } from './pacer.js';
export type { PaidCall, PaidReply } from './paid-call.js';
export { askModel, type GatewayParts, type GatewayScope } from './paid-call-gateway.js';
export { parseReply } from './parse-reply.js';
export { priceOf } from './price.js';
