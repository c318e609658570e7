import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')

/** Runs the tests of one area, named by scripts/mutation.mjs. */
export default defineConfig({
  root,
  // Mutants live in a copy of the repository; links in node_modules lead to the original.
  resolve: {
    alias: [
      { find: /^@cotation\/domain$/, replacement: join(root, 'packages/domain/index.ts') },
      { find: /^@cotation\/geometry$/, replacement: join(root, 'packages/geometry/index.ts') },
    ],
  },
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    // Slow, and the other tests check the figures.
    exclude: [
      'packages/pricing/line/price-properties.test.ts',
      'packages/geometry/features/{hostile-graphs,many-holes}.test.ts',
    ],
    setupFiles: ['scripts/property-runs.ts'],
    testTimeout: 60_000,
  },
})
