import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { useApp } from '#test/use-app.ts'
import { type Callers, someCallers, takerKeys } from './callers.ts'
import { answerTo, leavesOf, nameOf, type Place, put, routeOf } from './input-paths.ts'
import { inputOf } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

const app = useApp(severalVisitors)
let callers: Callers
/** The rows before the first call: no call here may change one. */
let rowsBefore: Record<string, string>

beforeAll(async () => {
  callers = await someCallers(app)
  rowsBefore = await storedRows(app)
})

async function statusWith(key: string, place: Place, value: unknown): Promise<number> {
  return (await answerTo(callers.callerOf(key), key, put(inputOf(callers.inputs, key), place, value))).status
}

/** Sends each value at each chosen path and returns the requests that were not refused. */
async function notRefused(
  key: string,
  values: readonly unknown[],
  isChosen: (value: unknown, place: Place) => boolean,
) {
  const taken: string[] = []
  for (const [place, value] of leavesOf(inputOf(callers.inputs, key))) {
    if (!isChosen(value, place)) continue
    for (const odd of values) {
      const status = await statusWith(key, place, odd)
      if (status !== 422) taken.push(`${place.join('.')} = ${JSON.stringify(odd)?.slice(0, 40)}: ${status}`)
    }
  }

  return taken
}

describe('invalid and excessive numbers (MON-4)', () => {
  it.each(takerKeys)('are refused by %s without any change', async (key) => {
    // Coordinates on a model may be negative.
    const numbers = [-1, '1', '1e9', null, true, [1], 1e15, Number.MAX_VALUE]
    const isBounded = (value: unknown, place: Place) => typeof value === 'number' && nameOf(place) !== 'pointMm'
    expect(await notRefused(key, numbers, isBounded)).toEqual([])
    const pages = ['0', '-1', '1.5', '1e9', 'NaN', 'Infinity', '', 'one', '9'.repeat(400)]
    expect(await notRefused(key, pages, (_, place) => /^page/.test(nameOf(place)) && place[0] === 'query')).toEqual([])
    expect(await storedRows(app)).toEqual(rowsBefore)
  })
})

/** Every list of an input with its path. */
function* listsOf(value: unknown, place: Place = []): Generator<[Place, unknown[]]> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) yield [place, value]
  for (const [key, child] of Object.entries(value)) yield* listsOf(child, [...place, key])
}

describe('excessive input (ABU-2)', () => {
  it.each(takerKeys)('is refused by %s without any change', async (key) => {
    const input = inputOf(callers.inputs, key)
    const { maxBodyBytes = 100 * 1024 } = routeOf(key)
    const isText = (value: unknown, place: Place) => typeof value === 'string' && place[0] !== 'params'

    // The longest texts that a URL or body may have without being refused for its size alone.
    const inQuery = await notRefused(
      key,
      ['x'.repeat(8000)],
      (value, place) => isText(value, place) && place[0] === 'query',
    )

    const inBody = await notRefused(
      key,
      ['x'.repeat(60_000)],
      (value, place) => isText(value, place) && place[0] === 'body',
    )

    expect([...inQuery, ...inBody]).toEqual([])

    for (const [place, list] of listsOf(input)) {
      const [first] = list
      if (first === undefined) continue
      const most = Math.floor((0.9 * maxBodyBytes) / (JSON.stringify(first).length + 1))
      expect({ place, status: await statusWith(key, place, Array(most).fill(first)) }).toEqual({ place, status: 422 })
    }

    if (input.body) {
      const deep = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`
      const large = JSON.stringify({ a: 'x'.repeat(maxBodyBytes) })
      for (const [body, status] of [
        [deep, 422],
        [large, 413],
      ] as const)
        expect((await answerTo(callers.callerOf(key), key, { ...input, body })).status).toBe(status)
    }

    expect(await storedRows(app)).toEqual(rowsBefore)
  })
})
