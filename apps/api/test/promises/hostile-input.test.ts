import { beforeAll, describe, expect, it } from 'vitest'
import { aSolvedCaptcha } from '#test/builders.ts'
import { useSharedApp } from '#test/use-app.ts'
import { accountSamples } from './account-samples.ts'
import { type Callers, someCallers, takerKeys, unsampledKeys } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, leavesOf, type Place, put } from './input-paths.ts'
import { inputOf } from './route-samples.ts'

const app = useSharedApp()
let callers: Callers

beforeAll(async () => {
  callers = await someCallers(app)
})

/** Text that PostgreSQL cannot store (zero byte, half surrogate pair) or must store unchanged. */
const hostile = ['zero\u0000byte', 'half\ud800', "'; drop table customer; --"]

async function statusOf(key: string, place: Place, text: string): Promise<number> {
  const browser = callers.callerOf(key)
  // A stored text may be a new password, so each has its own account.
  if (accountSamples.keys.includes(key) && browser.token !== null) browser.token = (await aCompany(app)).token
  let input: unknown = inputOf(callers.inputs, key)
  if (JSON.stringify(input).includes('"captcha"'))
    input = put(input, ['body', 'captcha'], await aSolvedCaptcha(app, browser))
  return (await answerTo(browser, key, put(input, place, text))).status
}

describe('hostile text (INJ-1)', () => {
  it('has a sample for every route with input', () => {
    expect(unsampledKeys).toEqual([])
    expect(takerKeys.length).toBeGreaterThan(100)
  })

  it.each(takerKeys)('never makes %s fail: it is refused or stored', async (key) => {
    const failures: string[] = []
    for (const [place, value] of leavesOf(inputOf(callers.inputs, key))) {
      if (typeof value !== 'string') continue
      // Half a surrogate pair cannot be part of a URL.
      const texts = place[0] === 'params' ? hostile.filter((text) => text.isWellFormed()) : hostile
      const statuses = await Promise.all(texts.map((text) => statusOf(key, place, text)))
      statuses.forEach((status, index) => {
        if (status >= 500) failures.push(`${place.join('.')} = ${JSON.stringify(texts[index])}: ${status}`)
      })
    }

    expect(failures).toEqual([])
  })
})
