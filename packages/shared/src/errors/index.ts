export * from './app-error.js';
export { fieldFaults } from './field-faults.js';
export { toAppError } from './to-app-error.js';
