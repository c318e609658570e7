import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')

/** The tests that judge the mutants of one area, as scripts/mutation.mjs names them. */
export default defineConfig({
  root,
  // Mutants live in a copy of the repository; the workspace link in node_modules would lead back to the original.
  resolve: { alias: { '@cotation/domain': join(root, 'packages/domain/index.ts') } },
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    exclude: ['packages/pricing/line/price-properties.test.ts'],
    setupFiles: ['scripts/property-runs.ts'],
    testTimeout: 60_000,
  },
})
