export { type LimitedSignal, limitSignal } from './limit-signal.js';
export { pause } from './pause.js';
