import type { FieldFault } from '../errors/app-error.js';
import type { Config } from './config.js';

/** Faults that only show when variables are seen together. */
export function crossFieldFaults(config: Config): FieldFault[] {
  const faults: FieldFault[] = [];
  const { rag, server, services, models } = config;
  if (rag.chunkOverlap * 2 > rag.chunkSize) {
    faults.push({
      path: 'CHUNK_OVERLAP',
      message: `is ${rag.chunkOverlap}; allowed is at most half of CHUNK_SIZE`,
    });
  }
  if (server.enableGatewayAuth && server.apiGatewayToken === null) {
    faults.push({ path: 'API_GATEWAY_TOKEN', message: 'is not set; ENABLE_GATEWAY_AUTH=true needs it' });
  }
  const names = server.apiKeys.map((key) => key.name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) faults.push({ path: 'API_KEYS', message: `has two keys named ${repeated}` });
  if (models.embeddingProvider === 'local') {
    faults.push({ path: 'EMBEDDING_PROVIDER', message: 'is "local"; this version has openai and lexical' });
  }
  for (const engine of services.searchEngines) {
    if (engine === 'brave' || engine === 'tavily') {
      faults.push({
        path: 'SEARCH_ENGINES',
        message: `names ${engine}; this version has searxng and documents`,
      });
    }
  }
  return faults;
}
