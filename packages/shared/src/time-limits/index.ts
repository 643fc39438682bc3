export { type LimitedSignal, limitSignal } from './limit-signal.js';
