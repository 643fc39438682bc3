export { type ApiKey, apiKeySchema, namespaceSchema } from './api-key.js';
export { type Caller, localCaller, maySee } from './caller.js';
