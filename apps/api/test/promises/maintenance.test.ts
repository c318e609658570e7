import { expect, it } from 'vitest'
import { useApp } from '#test/use-app.ts'

const app = useApp({ MAINTENANCE: 'on' })

it.each([
  ['fr', 'Le service est en cours de mise à jour, veuillez revenir plus tard.'],
  ['en', 'Service is being upgraded, please come back later.'],
] as const)('every call says in %s that the service is being upgraded (spec 8)', async (language, message) => {
  const browser = app.browser()
  browser.language = language

  const response = await browser.fetch('/gateway/global/common/index')

  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('300')
  expect(await response.json()).toMatchObject({ code: 'UPGRADING', message })
})

it('health checks are still answered', async () => {
  expect((await app.browser().fetch('/health/ready')).status).toBe(200)
})
