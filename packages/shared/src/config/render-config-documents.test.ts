import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.js';
import { renderConfigurationTables, renderEnvExample } from './render-config-documents.js';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

const introduction = `# Configuration

Environment variables, read once at start into one immutable object. A wrong value, or two aliases that disagree, stops
the start with a list of all faults. \`.env\` in the working directory is read when present; what is set outside wins.
\`agentic-search doctor\` checks the services that these variables point to.

This page and \`.env.example\` are rendered from the table of fields in \`packages/shared/src/config/fields\`
(\`npx vitest run packages/shared/src/config -u\` writes them anew).

`;

describe('the documents of the configuration', () => {
  it('.env.example lists every variable with its default', async () => {
    await expect(renderEnvExample()).toMatchFileSnapshot(fileOf('.env.example'));
  });

  it('docs/configuration.md lists every variable', async () => {
    await expect(`${introduction}${renderConfigurationTables()}`).toMatchFileSnapshot(
      fileOf('docs/configuration.md'),
    );
  });

  it('.env.example with every line switched on is a valid configuration', () => {
    const lines = renderEnvExample()
      .split('\n')
      .filter((line) => /^# [A-Z_]+=/.test(line))
      .map((line) => line.slice(2));
    expect(() => parseConfig(parseEnv(lines.join('\n')))).not.toThrow();
  });
});
