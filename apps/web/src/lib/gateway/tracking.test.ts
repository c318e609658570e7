import { expect, it } from 'vitest'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { channel, trackLanding } from './tracking.ts'

const nothing = () => ({ status: 200, body: { data: {} } })

it('reports cm and utm parameters of the landing address, and nothing else (spec 3 and 7)', async () => {
  const gateway = stubGateway({
    'GET /global/account/distribution/access': nothing,
    'POST /global/tools/semRecord': nothing,
  })
  const search = '?cm=007&utm_source=mail&UTM_X=1&key=secret'
  await trackLanding({ href: `http://localhost/manufacture/${search}`, search }, 'http://partner.example/')

  expect(gateway.calls.map(({ key, query, body }) => ({ key, query, body }))).toEqual([
    { key: 'GET /global/account/distribution/access', query: { cm: '007' }, body: undefined },
    {
      key: 'POST /global/tools/semRecord',
      query: {},
      body: {
        referer: 'http://partner.example/',
        browse_url: `http://localhost/manufacture/${search}`,
        cm: '007',
        utm_source: 'mail',
      },
    },
  ])
  expect(channel()).toBe('007')
})

it('makes no call for an address without cm and utm parameters', async () => {
  const gateway = stubGateway({})
  await trackLanding({ href: 'http://localhost/manufacture/?x=1', search: '?x=1' }, '')
  expect(gateway.calls).toEqual([])
})
