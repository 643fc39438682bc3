export type { AppName } from './apps.js';
export { appEntry, appNames } from './apps.js';
export type { ManagedProcess } from './managed-process.js';
export { type System, type SystemOptions, startSystem } from './start-system.js';
