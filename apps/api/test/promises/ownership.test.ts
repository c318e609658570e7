import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser, aVisitor } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'
import { customerSamples } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, at, idNamesOf, idPlacesIn, nameOf, type Place, put, routeOf, routes } from './input-paths.ts'
import { quoteSamples } from './quote-samples.ts'
import { inputOf, inputsOfAll, type SampleInput } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

const allSamples = [quoteSamples, ...customerSamples]
const cases = allSamples.flatMap((samples) => samples.keys.map((key) => ({ key, samples })))

/** Ids chosen by the caller for new things, which name nothing owned; they have tests below. */
const madeByCaller: Record<string, string> = {
  'POST /global/checkout/submit': 'submissionKey',
  'POST /global/account/balance/reload': 'submissionKey',
  'POST /global/afterSale/order/{orderId}/claim': 'submissionKey',
  'POST /global/loyalty/exchange': 'submissionKey',
  'POST /global/account/billingAddress/{id}': 'id',
}

/** Paths of ids of owned things; not keys of links, which their holder may use. */
const namingPlaces = (key: string, input: SampleInput) =>
  idPlacesIn(input).filter((place) => nameOf(place) !== 'key' && nameOf(place) !== madeByCaller[key])

const nobodys = (id: unknown) => (String(id).length === 43 ? randomBytes(32).toString('base64url') : randomUUID())
const withUnknown = (input: SampleInput, place: Place) => put(input, place, nobodys(at(input, place)))
const withTheirs = (mine: SampleInput, theirs: SampleInput, place: Place) => put(mine, place, at(theirs, place))

interface Caller {
  browser: Browser
  inputs: Record<string, SampleInput>
}

const app = useApp(severalVisitors)
let staff: Browser
let owner: Caller
let stranger: Caller
let visitor: Caller
/** The rows before the first call of a stranger, who may change none. */
let rowsBefore: Record<string, string>

beforeAll(async () => {
  staff = await aStaffBrowser(app)

  const createCaller = async (browser: Browser, of: typeof allSamples) => ({
    browser,
    inputs: await inputsOfAll(of, app, browser),
  })
  owner = await createCaller(await aCompany(app), allSamples)
  stranger = await createCaller(await aCompany(app), allSamples)
  visitor = await createCaller(await aVisitor(app), [quoteSamples])
  rowsBefore = await storedRows(app)
})

/** Callers with access who own none of the owner's things. */
const othersFor = (key: string): [who: string, Caller][] => [
  ['another customer', stranger],
  ...(key in visitor.inputs && routeOf(key).access !== 'customer' ? [['a visitor', visitor] as [string, Caller]] : []),
]

describe('the ownership samples', () => {
  it('cover every customer and visitor route with an id, and each of its ids', () => {
    const takers = routes.filter(({ route }) => route.access !== 'staff' && idNamesOf(route).length > 0)
    const known = new Set(cases.map(({ key }) => key))

    expect(takers.map(({ key }) => key).filter((key) => !known.has(key))).toEqual([])
    expect(takers.length).toBeGreaterThan(50)

    for (const { key, route } of takers) {
      const named = new Set(idPlacesIn(inputOf(owner.inputs, key)).map(nameOf))
      expect({ key, missing: idNamesOf(route).filter((name) => !named.has(name)) }).toEqual({ key, missing: [] })
    }
  })

  it("contain no id of the owner in others' requests", () => {
    for (const { inputs } of [stranger, visitor])
      for (const [key, input] of Object.entries(inputs))
        for (const place of idPlacesIn(input)) expect(at(input, place)).not.toBe(at(inputOf(owner.inputs, key), place))
  })
})

describe('owned data', () => {
  it.each(cases)(
    '$key answers another’s id as an unknown one, byte for byte, and changes nothing (BOL-1, BOL-2)',
    async ({ key }) => {
      const theirs = inputOf(owner.inputs, key)
      for (const [who, { browser, inputs }] of othersFor(key)) {
        const mine = inputOf(inputs, key)
        for (const place of namingPlaces(key, mine)) {
          const foreign = await answerTo(browser, key, withTheirs(mine, theirs, place))
          const unknown = await answerTo(browser, key, withUnknown(mine, place))
          expect({ who, place, ...foreign }).toEqual({ who, place, ...unknown })
          // All unusable coupons give the same error.
          const status = nameOf(place) === 'couponId' ? 422 : 404
          expect({ who, place, status: foreign.status }).toEqual({ who, place, status })
        }

        if (namingPlaces(key, mine).length === 0 || routeOf(key).access === 'public') continue

        expect((await answerTo(browser, key, theirs)).status, `${who}, all of it`).toBe(404)
      }

      expect(await storedRows(app)).toEqual(rowsBefore)
    },
  )

  it.each(cases.filter(({ key }) => routeOf(key).access !== 'public'))(
    '$key is closed to nobody, to staff and, if it is a customer’s, to a visitor (STF-1)',
    async ({ key }) => {
      const theirs = inputOf(owner.inputs, key)
      const closedTo = [app.browser(), staff, ...(routeOf(key).access === 'customer' ? [visitor.browser] : [])]
      const [first, ...others] = await Promise.all(closedTo.map((browser) => answerTo(browser, key, theirs)))
      expect(first).toMatchObject({ status: 401, body: expect.stringContaining('UNAUTHENTICATED') })
      for (const answer of others) expect(answer).toEqual(first)
      expect(await storedRows(app)).toEqual(rowsBefore)
    },
  )

  /** The owner is a company, which is not in the loyalty programme. */
  const forMembers = ['POST /global/loyalty/exchange']
  const forOwner = cases.filter(({ key }) => idNamesOf(routeOf(key)).length > 0 && !forMembers.includes(key))
  it.each(forOwner)('$key answers its owner', async (one) => {
    const browser = await aCompany(app)
    const input = inputOf(await one.samples.inputsOf(app, browser), one.key)
    const { status, body } = await answerTo(browser, one.key, input)
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  })

  const lists = cases.filter(({ key }) => {
    const { method, access } = routeOf(key)
    const isList = method === 'GET' || key === 'POST /global/member/paymentList'
    return isList && access !== 'public' && idNamesOf(routeOf(key)).length === 0
  })
  it('has at least eleven lists', () => expect(lists.length).toBeGreaterThanOrEqual(11))
  /** These contain no ids: sums, and points that were not earned. */
  const withoutIds = ['GET /global/account/balance', 'GET /global/account/balance/wePointTransactionList']
  it.each(lists)('does not show up in $key for others (BOL-1)', async ({ key }) => {
    // Ids, and the numbers of orders and reloads.
    const named = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[CR]-\d[\d-]*/g
    const rowsOf = async ({ browser, inputs }: Caller) =>
      new Set((await answerTo(browser, key, inputOf(inputs, key))).body.match(named))
    const theirs = await rowsOf(owner)
    const mine = await rowsOf(stranger)

    expect(theirs.size > 0 || withoutIds.includes(key)).toBe(true)
    expect([...theirs].filter((id) => mine.has(id))).toEqual([])
  })
})

describe('the key of a shared link', () => {
  const keyCalls = cases.filter(({ key }) => idNamesOf(routeOf(key)).includes('key'))
  it.each(keyCalls)('opens $key for its holder only (PAY-8)', async ({ key }) => {
    const holders = [app.browser(), visitor.browser, stranger.browser, staff]
    const theirs = inputOf(owner.inputs, key)
    const before = await storedRows(app)

    for (const holder of holders) {
      const unknown = await answerTo(holder, key, put(theirs, ['body', 'key'], nobodys(at(theirs, ['body', 'key']))))
      expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') })
    }

    expect(await storedRows(app)).toEqual(before)

    const answers = []
    for (const holder of holders) answers.push(await answerTo(holder, key, theirs))
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: answers[0]?.body })
    for (const wrong of ['', null, [at(theirs, ['body', 'key'])], {}, 0, true])
      expect((await answerTo(app.browser(), key, put(theirs, ['body', 'key'], wrong))).status).toBe(422)
  })
})

describe('an id chosen by the caller', () => {
  const addressId = () => String(at(inputOf(owner.inputs, 'GET /global/account/billingAddress/{id}'), ['params', 'id']))
  const shippingId = () => String(at(inputOf(owner.inputs, 'GET /global/account/address/{id}'), ['params', 'id']))
  const create = 'POST /global/account/billingAddress/{id}'

  it.each([
    ['of another’s billing address', addressId],
    ['of another’s shipping address', shippingId],
  ])('%s is refused like an unknown one without any change (BOL-2)', async (_, taken) => {
    const before = await storedRows(app)
    const input = inputOf(stranger.inputs, create)
    const answer = await answerTo(stranger.browser, create, put(input, ['params', 'id'], taken()))
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') })
    expect(await storedRows(app)).toEqual(before)
  })

  it('is used for the new billing address if it is free', async () => {
    const input = put(inputOf(stranger.inputs, create), ['params', 'id'], randomUUID())
    const { status, body } = await answerTo(stranger.browser, create, input)
    expect({ status, id: JSON.parse(body).data.id }).toEqual({ status: 200, id: at(input, ['params', 'id']) })
  })

  it.each([
    'POST /global/checkout/submit',
    'POST /global/account/balance/reload',
    'POST /global/afterSale/order/{orderId}/claim',
  ])('%s takes another’s submission key for a new one of the caller’s (PAY-2)', async (key) => {
    const one = await owner.browser.send<{ id?: string; orderId?: string }>(key, inputOf(owner.inputs, key))
    const place = ['body', 'submissionKey']
    const mine = withTheirs(inputOf(stranger.inputs, key), inputOf(owner.inputs, key), place)
    const other = await stranger.browser.send<{ id?: string; orderId?: string }>(key, mine)
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.data.orderId ?? other.data.id).not.toBe(one.data.orderId ?? one.data.id)
  })
})

describe('an order', () => {
  const key = 'GET /global/order/{orderId}'
  it.each(['null', 'undefined', '0', '1', '*', '%', ' ', '[object Object]', 'true'])(
    'is not read by “%s” (BOL-3)',
    async (orderId) => {
      expect((await answerTo(owner.browser, key, { params: { orderId } })).status).toBe(422)
    },
  )

  it('cannot be read with a malformed token (BOL-3)', async () => {
    const path = `/gateway/global/order/${at(inputOf(owner.inputs, key), ['params', 'orderId'])}`
    const { token } = owner.browser
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer null',
      'Bearer []',
      `Bearer ["${token}"]`,
      `${token}`,
    ])
      expect((await app.browser().fetch(path, { headers: { authorization } })).status).toBe(401)

    expect((await owner.browser.fetch(path)).status).toBe(200)
  })
})
