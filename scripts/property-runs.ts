import fc from 'fast-check'

/**
 * Properties run 300 cases of a fixed seed, so that a failure can be repeated. `npm test -- --all`
 * runs more cases, of a random seed that it prints, or of the fixed one if CI is set. PROPERTY_SEED
 * repeats a seed.
 */
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_115)
const numRuns = Number(process.env.PROPERTY_RUNS ?? 300)

fc.configureGlobal({ seed, numRuns })
