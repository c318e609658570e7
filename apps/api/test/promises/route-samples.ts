import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'

export interface SampleInput {
  params?: object
  query?: object
  body?: object
}

/** Some routes with an input for each that is valid for the owner. */
export interface RouteSamples {
  keys: readonly string[]
  /** Creates everything that the inputs name for the browser's user. */
  inputsOf(app: TestApp, browser: Browser): Promise<Record<string, SampleInput>>
}

export function routeSamples<B>(
  belongingsOf: (app: TestApp, browser: Browser) => Promise<B>,
  samples: Record<string, (own: B) => SampleInput>,
): RouteSamples {
  return {
    keys: Object.keys(samples),
    async inputsOf(app, browser) {
      const own = await belongingsOf(app, browser)
      return Object.fromEntries(Object.entries(samples).map(([key, sample]) => [key, sample(own)]))
    },
  }
}

/** Combines several of them. */
export async function inputsOfAll(
  samples: readonly RouteSamples[],
  app: TestApp,
  browser: Browser,
): Promise<Record<string, SampleInput>> {
  const inputs: Record<string, SampleInput> = {}
  for (const { inputsOf } of samples) Object.assign(inputs, await inputsOf(app, browser))
  return inputs
}

/** Samples of several slices as one. */
export function joinSamples(...samples: readonly RouteSamples[]): RouteSamples {
  return {
    keys: samples.flatMap(({ keys }) => keys),
    inputsOf: (app, browser) => inputsOfAll(samples, app, browser),
  }
}

/** The input of a route; throws if there is none. */
export function inputOf(inputs: Record<string, SampleInput>, key: string): SampleInput {
  const input = inputs[key]
  if (!input) throw new Error(`no sample of ${key}`)
  return input
}
