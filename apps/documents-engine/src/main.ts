import { InvalidInputError } from '@agentic-search/shared/errors';
import { runProcess } from '@agentic-search/shared/lifecycle';
import { createDocumentsEngine } from './create-documents-engine.js';

await runProcess('documents-engine', async ({ config, logger, shutdown }) => {
  const folder = config.services.searchDocuments;
  if (folder === null) {
    const message = 'is not set; it names the folder to serve and search';
    throw new InvalidInputError('invalid_configuration', `SEARCH_DOCUMENTS ${message}`, [
      { path: 'SEARCH_DOCUMENTS', message },
    ]);
  }
  const engine = await createDocumentsEngine({
    folder,
    dataDir: config.services.dataDir,
    log: (message) => logger.warn(message),
  });
  shutdown.add('documents engine', () => engine.close());
  const listening = { type: 'listening', url: engine.url, sites: engine.sites };
  // The parent that started this process hears it by message; a person reads the line.
  if (process.send) process.send(listening);
  else process.stdout.write(`${JSON.stringify(listening)}\n`);
  engine.ready.then(
    () => logger.info({ sites: engine.sites.length }, 'indexed'),
    () => process.kill(process.pid, 'SIGTERM'),
  );
});
