import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const answer = (version: string) => new Response(JSON.stringify({ data: { version } }))

const request = vi.fn<typeof fetch>()

beforeEach(() => {
  // Every test is a new visit.
  vi.resetModules()
  vi.stubGlobal('fetch', request)
})

afterEach(() => {
  request.mockReset()
})

/** The modules of a new visit. */
async function aVisit() {
  const gateway = await import('./api.ts')
  const { beginEarlyAnswers, endEarlyAnswers, forgetEarlyAnswers } = await import('./early-answers.ts')
  const { session } = await import('./session.ts')
  beginEarlyAnswers()
  return { api: gateway.api, askEarly: gateway.askEarly, endEarlyAnswers, forgetEarlyAnswers, session }
}

describe('answers of calls that the first page sends before its code arrives', () => {
  it('are given to the first same call, and later calls ask again', async () => {
    const visit = await aVisit()
    request.mockResolvedValueOnce(answer('early')).mockResolvedValueOnce(answer('later'))

    visit.askEarly('GET /global/catalogue/current', {})
    expect(await visit.api('GET /global/catalogue/current', {})).toEqual({ version: 'early' })
    expect(request).toHaveBeenCalledTimes(1)

    expect(await visit.api('GET /global/catalogue/current', {})).toEqual({ version: 'later' })
  })

  it('are not given to a customer who has signed in since', async () => {
    const visit = await aVisit()
    request.mockResolvedValueOnce(answer('of a visitor')).mockResolvedValueOnce(answer('of a customer'))

    visit.askEarly('GET /global/catalogue/current', {})
    visit.session.store({ accessToken: 'a-token' })

    expect(await visit.api('GET /global/catalogue/current', {})).toEqual({ version: 'of a customer' })
  })

  it('are not asked for by later pages, which would get old data, and are forgotten with the first', async () => {
    const visit = await aVisit()
    request.mockImplementation(async () => answer('any'))

    visit.askEarly('GET /global/catalogue/current', {})
    visit.endEarlyAnswers()
    visit.askEarly('GET /global/home', {})
    expect(request).toHaveBeenCalledTimes(1)

    visit.forgetEarlyAnswers()

    await visit.api('GET /global/catalogue/current', {})
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('report a lost connection to the call that takes them', async () => {
    const visit = await aVisit()
    request.mockRejectedValue(new TypeError('offline'))

    visit.askEarly('GET /global/catalogue/current', {})

    await expect(visit.api('GET /global/catalogue/current', {})).rejects.toMatchObject({ code: 'NETWORK' })
  })
})
