import { availableParallelism } from 'node:os'

const cache = 'node_modules/.cache/mutation'

/** Mutates one area, named by scripts/mutation.mjs, in a copy of the repository. */
export default {
  mutate: (process.env.MUTATION_SOURCES ?? '').split(' '),
  testRunner: 'vitest',
  plugins: [`./${cache}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  ignorePatterns: ['/apps', '/e2e', '/bench', '/data', '/packages/geometry-host', '/packages/embedded-postgres'],
  // Stryker rewrites tsconfig.json through an API that TypeScript 7 lacks; Vitest does not need it.
  tsconfigFile: 'none',
  concurrency: Math.min(4, availableParallelism()),
  // A mutant that times out counts as noticed, so the limit must be generous on a busy machine.
  timeoutMS: 30_000,
  tempDirName: `${cache}/copy`,
  reporters: ['clear-text', 'json', ...(process.stdout.isTTY ? ['progress'] : [])],
  jsonReporter: { fileName: process.env.MUTATION_REPORT },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  warnings: { slow: false },
}
