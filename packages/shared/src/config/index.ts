export { type Config, configFields } from './config.js';
export type { Field } from './field.js';
export { type ModelPrices, modelPriceSchema } from './fields/models.js';
export { loadConfig } from './load-config.js';
export { parseConfig, unusedVariables } from './parse-config.js';
