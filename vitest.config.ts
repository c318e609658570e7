import { defineConfig } from 'vitest/config'

/** Kills, outages, memory, fuzzing and database clusters: slow by nature, and only meaningful undisturbed. */
const machineTests = [
  'apps/api/test/machine/**/*.test.ts',
  'packages/embedded-postgres/**/*.test.ts',
  'packages/geometry-host/fuzz/fuzz.test.ts',
  'packages/geometry-host/{analysis-pool,limited-process,orphan}.test.ts',
]

/** They replace modules or timers, so each file needs modules of its own. */
const adapterTests = ['src/adapters/**/*.test.ts', 'src/db/**/*.test.ts', 'src/http/**/*.test.ts']

const property = 'scripts/property-runs.ts'
const database = 'apps/api/test/database-server.ts'

/**
 * Node runs the TypeScript itself, as in production. Vite's module runner turns every call of an
 * imported function into a lookup, which makes geometry four times slower.
 */
const experimental = { viteModuleRunner: false }

export default defineConfig({
  test: {
    // All time limits are generous: a busy machine must not fail a test.
    // Vitest leaves one core free by default, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'packages',
          experimental,
          include: ['packages/**/*.test.ts', 'apps/cli/**/*.test.ts', 'apps/card-simulator/**/*.test.ts'],
          exclude: machineTests,
          setupFiles: [property],
          // Pure code keeps no state between files.
          isolate: false,
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'api',
          experimental,
          root: 'apps/api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...adapterTests, 'test/machine/**'],
          globalSetup: ['test/database-server.ts'],
          setupFiles: [`../../${property}`],
          // Loading the whole server once per worker and not once per file halves the CPU time.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'adapters',
          root: 'apps/api',
          include: adapterTests,
          globalSetup: ['test/database-server.ts'],
          setupFiles: [`../../${property}`],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      'apps/web/vite.config.ts',
      {
        test: {
          name: 'scripts',
          experimental,
          include: ['scripts/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'machine',
          experimental,
          include: machineTests,
          globalSetup: [database],
          setupFiles: [property],
          // After all the others, so that nothing competes for the processors.
          sequence: { groupOrder: 1 },
          testTimeout: 480_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
