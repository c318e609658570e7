import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '#lib/gateway/session.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { adaProfile, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { createAppRouter } from './router.tsx'

async function visit(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`/manufacture${path}`] }))
  await router.load()
  return { router, place: router.state.location.href, facts: screenFacts(router.state.matches) }
}

const profile = (isRecharge: boolean) => () => data('GET /global/account/me', { ...adaProfile, isRecharge })

describe('the route table (spec 2)', () => {
  beforeEach(() => session.clear())

  it.each([
    ['/', '/quote?technology=3d-printing'],
    ['/?cm=007&utm_source=x', '/quote?cm=007&utm_source=x&technology=3d-printing'],
    ['/home', '/quote'],
    ['/no/such/page', '/404'],
    ['/resources/a/b', '/404'],
  ])('%s leads to %s', async (path, place) => {
    expect((await visit(path)).place).toBe(place)
  })

  it.each([
    '/user',
    '/user/home',
    '/user/account/profile',
    '/user/account/address',
    '/user/account/billingAddress',
    '/user/account/coupons',
    '/user/account/balance',
    '/user/account/balance/reload',
    '/user/account/password',
    '/user/account/referral',
    '/user/order/history',
    '/user/order/detail/7',
    '/user/order/upload-history',
    '/user/order/after-sale',
    '/user/order/additional-cost',
    '/user/prime/point',
    '/user/project',
    '/user/project/fileList/7',
    '/checkout',
    '/additional-cost',
  ])('%s needs a token', async (path) => {
    expect((await visit(path)).place).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  })

  it.each([
    '/checkout/payment',
    '/checkout/success',
    '/checkout/agency-payment',
    '/additional-cost/payment',
    '/additional-cost/success',
  ])('%s is open to a payer without account, and hidden from search engines', async (path) => {
    const { place, facts } = await visit(path)
    expect([place, facts.noindex]).toEqual([path, true])
  })

  it('a temporary token opens neither a private screen nor closes the login', async () => {
    session.storeTemporary({ accessToken: 'visitor' })
    expect((await visit('/user/home')).place).toBe('/login?redirect=%2Fuser%2Fhome')
    expect((await visit('/login')).place).toBe('/login')
  })

  it('a real token sends /login to /, and /user to its home', async () => {
    session.store({ accessToken: 'real' })
    expect((await visit('/login')).place).toBe('/quote?technology=3d-printing')
    expect((await visit('/user')).place).toBe('/user/home')
  })

  it.each(['/user', '/user/home', '/user/account/profile', '/user/order/detail/7', '/user/project/fileList/7'])(
    '%s is hidden from search engines, as the whole user area is',
    async (path) => {
      session.store({ accessToken: 'real' })
      expect((await visit(path)).facts.noindex).toBe(true)
    },
  )

  it('the reload screen opens only to those who may reload', async () => {
    session.store({ accessToken: 'real' })
    stubGateway({ 'GET /global/account/me': profile(false) })
    expect((await visit('/user/account/balance/reload')).place).toBe('/user/account/balance')
    stubGateway({ 'GET /global/account/me': profile(true) })
    expect((await visit('/user/account/balance/reload')).place).toBe('/user/account/balance/reload')
  })

  it.each([
    ['/login', 'login', undefined],
    ['/signup', 'signup', undefined],
    ['/reset-password', 'resetPassword', true],
    ['/email-change', 'emailChange', true],
    ['/email-undo', 'emailChange', true],
    ['/account-delete', 'logOut', true],
    ['/clearToken', 'logOut', true],
    ['/quote/42', 'quoteMain', undefined],
    ['/impossible3dprints', 'campaign', undefined],
    ['/impossible3dprints/community', 'campaignCommunity', undefined],
    ['/404', 'notFound', true],
  ])('%s has its title and its robots rule', async (path, titleKey, noindex) => {
    const { facts } = await visit(path)
    expect([facts.titleKey, facts.noindex]).toEqual([titleKey, noindex])
  })
})

it('a refused account call leaves the reload screen closed', async () => {
  session.store({ accessToken: 'real' })
  stubGateway({ 'GET /global/account/me': () => refusal('UNAUTHENTICATED', 'Log in') })
  const { router } = await visit('/user/account/balance/reload')
  expect(router.state.matches.at(-1)?.status).toBe('error')
})
