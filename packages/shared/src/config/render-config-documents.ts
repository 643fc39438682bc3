import { configFields } from './config.js';
import type { Field } from './field.js';

const groupTitles: Record<keyof typeof configFields, string> = {
  searchLoop: 'Search loop',
  rag: 'Retrieval and indexing',
  models: 'Models',
  services: 'Services',
  crawling: 'Crawling',
  chat: 'Chat',
  server: 'Server',
};

function defaultText(field: Field<unknown>): string {
  if (field.defaultShown !== undefined) return field.defaultShown;
  const value = field.default;
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function groups(): { title: string; fields: Field<unknown>[] }[] {
  return Object.entries(configFields).map(([name, group]) => ({
    title: groupTitles[name as keyof typeof configFields],
    fields: Object.values(group) as Field<unknown>[],
  }));
}

/** The text of `.env.example`: every variable with its default, commented out, and the "full" block. */
export function renderEnvExample(): string {
  const lines = [
    '# Every variable with its default; nothing set at all is a valid configuration.',
    '# Copy to .env and take away the "#" of what you change.',
  ];
  for (const { title, fields } of groups()) {
    lines.push('', `# --- ${title} ---`);
    for (const field of fields) {
      const [name, ...aliases] = field.env;
      const notes = [
        aliases.length > 0 ? `alias ${aliases.join(', ')}` : '',
        field.later ? 'no effect in this version' : '',
      ];
      const suffix = notes.filter((note) => note !== '').join('; ');
      lines.push(
        `# ${field.effect}${suffix === '' ? '' : ` (${suffix})`}`,
        `# ${name}=${defaultText(field)}`,
      );
    }
  }
  lines.push('', '# --- Full: every way of retrieval switched on (contextual and reranking need models) ---');
  for (const name of ['USE_CONTEXTUAL_EMBEDDINGS', 'USE_HYBRID_SEARCH', 'USE_RERANKING', 'USE_AGENTIC_RAG']) {
    lines.push(`# ${name}=true`);
  }
  return `${lines.join('\n')}\n`;
}

/** The tables of `docs/configuration.md`. */
export function renderConfigurationTables(): string {
  return groups()
    .map(({ title, fields }) => {
      const rows = fields.map((field) => {
        const names = field.env.map((name) => `\`${name}\``).join(', ');
        const later = field.later ? ' *No effect in this version.*' : '';
        return `| ${names} | ${defaultText(field) === '' ? '–' : `\`${defaultText(field)}\``} | ${field.allowed} | ${field.effect}.${later} |`;
      });
      return [
        `## ${title}`,
        '',
        '| variable | default | allowed | effect |',
        '|---|---|---|---|',
        ...rows,
      ].join('\n');
    })
    .join('\n\n')
    .concat('\n');
}
