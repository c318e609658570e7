import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { aSolvedCaptcha } from '#test/builders.ts'
import { accountSubject } from './account-samples.ts'
import { answerTo, leavesOf, type Place, put } from './call-pieces.ts'
import { type Callers, someCallers, takerKeys, unsampledKeys } from './callers.ts'
import { aCompany } from './people.ts'
import { inputOf } from './subject.ts'

let app: TestApp
let callers: Callers

beforeAll(async () => {
  app = await startApp(severalVisitors)
  callers = await someCallers(app)
}, 60_000)

afterAll(() => app.close())

/** What PostgreSQL cannot keep (a zero byte, half a character), and what it must keep as it is. */
const hostile = ['zero\u0000byte', 'half\ud800', "'; drop table customer; --"]

async function statusOf(key: string, place: Place, text: string): Promise<number> {
  const browser = callers.callerOf(key)
  // A text that is kept may be a new password: each is somebody else's.
  if (accountSubject.keys.includes(key) && browser.token !== null) browser.token = (await aCompany(app)).token
  let input: unknown = inputOf(callers.inputs, key)
  if (JSON.stringify(input).includes('"captcha"'))
    input = put(input, ['body', 'captcha'], await aSolvedCaptcha(app, browser))
  return (await answerTo(browser, key, put(input, place, text))).status
}

describe('a text that wants to hurt is refused or kept, and never a failure (INJ-1)', () => {
  it('has a sample for every call that takes something', () => {
    expect(unsampledKeys).toEqual([])
    expect(takerKeys.length).toBeGreaterThan(100)
  })

  it.each(takerKeys)('%s', async (key) => {
    const failures: string[] = []
    for (const [place, value] of leavesOf(inputOf(callers.inputs, key))) {
      if (typeof value !== 'string') continue
      // Half a character cannot be written into an address at all.
      const texts = place[0] === 'params' ? hostile.filter((text) => text.isWellFormed()) : hostile
      const statuses = await Promise.all(texts.map((text) => statusOf(key, place, text)))
      statuses.forEach((status, index) => {
        if (status >= 500) failures.push(`${place.join('.')} = ${JSON.stringify(texts[index])}: ${status}`)
      })
    }

    expect(failures).toEqual([])
  })
})
