import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVies, type TestVies, viesAnswer, viesRefusal } from '#test/servers/vies.ts'
import { createViesService } from './vat.vies.ts'

let vies: TestVies

beforeAll(async () => {
  vies = await startVies()
})

afterAll(() => vies.close())

const service = () => createViesService({ api: vies.url, requester: 'FR40303265045' })

describe('the VAT service of the European Union', () => {
  it('confirms a registered number with a consultation number, for the seller who asks', async () => {
    vies.answer = viesAnswer(true)
    expect(await service().check('DE136695976')).toEqual({
      result: 'valid',
      consultationNumber: 'WAPIAAAAZ1',
      reason: '',
    })
    expect(vies.enquiries.at(-1)).toEqual({
      countryCode: 'DE',
      vatNumber: '136695976',
      requesterMemberStateCode: 'FR',
      requesterNumber: '40303265045',
    })
  })

  it('denies an unregistered or impossible number', async () => {
    vies.answer = viesAnswer(false)
    expect(await service().check('DE136695976')).toMatchObject({ result: 'invalid' })
    vies.answer = viesRefusal('INVALID_INPUT')
    expect(await service().check('DE1')).toMatchObject({ result: 'invalid', reason: 'INVALID_INPUT' })
  })

  it.each([
    ['MS_UNAVAILABLE', viesRefusal('MS_UNAVAILABLE')],
    ['MS_MAX_CONCURRENT_REQ', viesRefusal('MS_MAX_CONCURRENT_REQ')],
    ['INVALID_REQUESTER_INFO', { ...viesRefusal('INVALID_REQUESTER_INFO'), status: 400 }],
    ['STATUS_503', { status: 503, body: {} }],
    ['STATUS_200', { body: { valid: 'yes' } }],
  ])('says nothing about a number after %s', async (reason, answer) => {
    vies.answer = answer
    expect(await service().check('DE136695976')).toEqual({ result: 'unavailable', consultationNumber: '', reason })
  })

  it('says nothing about a number if nobody answers', async () => {
    const gone = await startVies()
    await gone.close()
    const unreachable = createViesService({ api: gone.url, requester: '' })
    expect(await unreachable.check('DE136695976')).toMatchObject({ result: 'unavailable', reason: 'UNREACHABLE' })
  })
})
