import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { configFields, parseConfig } from '@agentic-search/shared/config';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Compose, composeSchema } from './compose-schema.js';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const text = read('docker-compose.yml');
const document = parse(text, { merge: true }) as Record<string, unknown>;
// Top-level x- keys hold what is merged elsewhere.
const compose: Compose = composeSchema.parse(
  Object.fromEntries(Object.entries(document).filter(([key]) => !key.startsWith('x-'))),
);
const service = (name: string): Compose['services'][string] => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
};
const ownServices = ['api', 'orchestrator', 'crawler-worker', 'indexer-worker'];
const configured = new Set(
  Object.values(configFields).flatMap((group) => Object.values(group).flatMap((field) => [...field.env])),
);

/** What Compose makes of a value when these variables are set. */
function interpolated(value: unknown, given: Record<string, string>): string {
  return String(value ?? '').replace(
    /\$\{([A-Z_0-9]+)(?:(:[-?])([^}]*))?\}/g,
    (_match, name: string, operator: string | undefined, word: string | undefined) => {
      const set = given[name];
      if (set !== undefined && set !== '') return set;
      if (operator === ':?') throw new Error(`${name}: ${word}`);
      return operator === ':-' ? (word ?? '') : '';
    },
  );
}
function environmentOf(name: string, given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(service(name).environment ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, interpolated(value, given)]));
}
const key = `ci:admin:*:${'a'.repeat(64)}`;

describe('docker-compose.yml', () => {
  test('has the services, scaled', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [...ownServices, 'redis', 'qdrant', 'searxng'].sort(),
    );
    expect(service('crawler-worker').deploy?.replicas).toBe(3);
    expect(service('indexer-worker').deploy?.replicas).toBe(2);
  });

  test('takes every setting of .env, and needs no such file', () => {
    for (const name of ownServices)
      expect(service(name).env_file, name).toEqual([{ path: '.env', required: false }]);
  });

  test('names only networks, volumes and services that it defines', () => {
    for (const one of Object.values(compose.services)) {
      for (const network of one.networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const other of Object.keys(one.depends_on ?? {})) expect(compose.services).toHaveProperty(other);
      for (const volume of one.volumes ?? []) {
        const source = volume.split(':')[0] ?? '';
        if (source.startsWith('.')) expect(existsSync(new URL(source, root)), source).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });

  test('only the API can be reached from outside', () => {
    const published = Object.entries(compose.services).filter(([, one]) => one.ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['api']);
    expect(compose.networks.internal?.internal).toBe(true);
    expect(service('redis').networks).toEqual(['internal']);
    expect(service('qdrant').networks).toEqual(['internal']);
  });

  test('Redis keeps everything', () => {
    expect((service('redis').command as string[]).join(' ')).toMatch(
      /--appendonly yes --appendfsync always --maxmemory-policy noeviction/,
    );
    expect(service('redis').volumes).toEqual(['redis-data:/data']);
    expect(service('qdrant').image).toMatch(/^qdrant\/qdrant:v1\.18\.3\b/);
  });

  test('nobody is root', () => {
    for (const [name, one] of Object.entries(compose.services)) {
      const ownUser = one.build !== undefined || one.image.endsWith('-unprivileged');
      expect(ownUser || !['root', '0', undefined].includes(one.user), name).toBe(true);
      expect(one.cap_drop).toEqual(['ALL']);
    }
  });

  test('every variable is one of the configuration’s, and the values are valid with nothing but API_KEYS set', () => {
    for (const name of ownServices) {
      const environment = environmentOf(name, { API_KEYS: key });
      for (const variable of Object.keys(environment)) expect(configured, variable).toContain(variable);
      const config = parseConfig(environment);
      expect(config.server.apiKeys).toHaveLength(1);
      expect(config.services.redisUrl).toBe('redis://redis:6379');
    }
    for (const [, variable = ''] of text.matchAll(/\$\{([A-Z_0-9]+)/g)) {
      expect(configured.has(variable) || variable === 'SEARXNG_SECRET', variable).toBe(true);
    }
  });

  test('does not start without API_KEYS', () => {
    for (const name of ownServices) expect(() => environmentOf(name, {})).toThrow(/^API_KEYS: set API_KEYS/);
  });

  test('every command starts a program of this project', () => {
    const commands = ownServices.flatMap((name) => [
      service(name).command,
      service(name).healthcheck.test.slice(1),
    ]);
    const files = commands.flatMap((command) => (command as string[]).filter((part) => /\.m?js$/.test(part)));
    expect(files).toHaveLength(7);
    for (const file of files) {
      expect(existsSync(new URL(file.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts'), root)), file).toBe(true);
    }
  });

  test('workers have time to end in order', () => {
    const deadline = parseConfig({}).server.shutdownTimeoutMs;
    for (const name of ownServices) {
      expect(Number.parseInt(service(name).stop_grace_period ?? '0', 10) * 1000).toBeGreaterThan(deadline);
    }
  });
});

describe('deploy/Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile');

  test('copies only what exists, each workspace’s manifest included, and runs as node', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
      (match[1] ?? '').split(' '),
    );
    for (const path of copied) expect(existsSync(new URL(path, root)), path).toBe(true);
    const workspaces = readdirSync(new URL('apps', root)).filter((app) =>
      existsSync(new URL(`apps/${app}/package.json`, root)),
    );
    for (const app of workspaces) expect(copied).toContain(`apps/${app}/package.json`);
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m);
  });

  test('starts a program of this project by default', () => {
    const entry = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile)?.[1] ?? '';
    expect(existsSync(new URL(entry.replace('/dist/', '/src/').replace(/js$/, 'ts'), root))).toBe(true);
  });
});

test('SearXNG is told to speak JSON', () => {
  const settings = parse(read('deploy/searxng/settings.yml')) as { search: { formats: string[] } };
  expect(settings.search.formats).toContain('json');
});
