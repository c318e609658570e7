import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The library leaves one core free, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'apps/cli/**/*.test.ts'],
          setupFiles: ['scripts/fixed-seed.ts'],
          // Pure code keeps nothing between files: they need no process each.
          isolate: false,
          // Whole analyses of real parts, on machines whose cores are shared.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          root: 'apps/api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/database-server.ts'],
          setupFiles: ['../../scripts/fixed-seed.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      'apps/web/vite.config.ts',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
})
