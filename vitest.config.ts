import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sharedSources = fileURLToPath(new URL('./packages/shared/src', import.meta.url));

export default defineConfig({
  // Tests run the TypeScript sources of the shared modules, never a build that may be stale.
  resolve: {
    alias: [{ find: /^@agentic-search\/shared\/(.+)$/, replacement: `${sharedSources}/$1/index.ts` }],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // CI machines are shared: a test that fails there is tried once more, and the report shows that it was.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/index.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 80 },
    },
  },
});
