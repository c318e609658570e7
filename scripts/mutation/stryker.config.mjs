import { availableParallelism } from 'node:os'

const cache = 'node_modules/.cache/mutation'

/** Mutates one area in a copy of the repository and lets Vitest judge it; scripts/mutation.mjs names the area. */
export default {
  mutate: (process.env.MUTATION_SOURCES ?? '').split(' '),
  testRunner: 'vitest',
  plugins: [`./${cache}/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js`],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  ignorePatterns: ['/apps', '/e2e', '/bench', '/data', '/docs', '/packages/geometry*'],
  // Stryker rewrites a tsconfig.json with an interface that TypeScript 7 lacks; Vitest does without.
  tsconfigFile: 'none',
  concurrency: Math.min(4, availableParallelism()),
  // A mutant that times out counts as noticed: on a busy machine five seconds would notice what no test does.
  timeoutMS: 30_000,
  tempDirName: `${cache}/copy`,
  reporters: ['clear-text', 'json', ...(process.stdout.isTTY ? ['progress'] : [])],
  jsonReporter: { fileName: process.env.MUTATION_REPORT },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  warnings: { slow: false },
}
