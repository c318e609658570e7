import { defineConfig } from 'vitest/config'

/** Kills, outages, memory, fuzzing and database clusters: slow by nature, and only meaningful undisturbed. */
const machineTests = [
  'apps/api/test/machine/**/*.test.ts',
  'packages/embedded-postgres/**/*.test.ts',
  'packages/geometry-host/fuzz/fuzz.test.ts',
  'packages/geometry-host/{analysis-pool,limited-process,orphan}.test.ts',
]

/** These mock modules or timers, so they are isolated and run by Vite. */
const isolatedTests = ['src/adapters/password-hash.test.ts', 'src/http/slow-bodies.test.ts']

const propertySetup = 'scripts/property-runs.ts'
const databaseSetup = 'apps/api/test/database-server.ts'

/** All time limits are generous: a busy machine must not fail a test. */
const testTimeout = 240_000

/**
 * Node runs the TypeScript itself, as in production. Vite's module runner turns every call of an
 * imported function into a lookup, which makes geometry four times slower.
 */
const experimental = { viteModuleRunner: false }

export default defineConfig({
  test: {
    // Vitest leaves one core free by default, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'packages',
          experimental,
          include: ['packages/**/*.test.ts', 'apps/cli/**/*.test.ts'],
          exclude: machineTests,
          setupFiles: [propertySetup],
          // These tests share no mutable module state.
          isolate: false,
          testTimeout,
        },
      },
      {
        test: {
          name: 'api',
          experimental,
          root: 'apps/api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...isolatedTests, 'test/machine/**'],
          globalSetup: ['test/database-server.ts'],
          setupFiles: [`../../${propertySetup}`],
          // Loading the whole server once per worker and not once per file halves the CPU time.
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'isolated',
          root: 'apps/api',
          include: isolatedTests,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      'apps/web/vite.config.ts',
      {
        test: {
          name: 'scripts',
          experimental,
          include: ['scripts/**/*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'machine',
          experimental,
          include: machineTests,
          globalSetup: [databaseSetup],
          setupFiles: [propertySetup],
          // After all the others, so that nothing competes for the processors.
          sequence: { groupOrder: 1 },
          testTimeout: 480_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
