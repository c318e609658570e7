import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

async function readTimeZone() {
  const { browserTimeZone } = await import('./browser-time-zone.ts')
  return browserTimeZone()
}

it('reads the time zone without a date format where the browser has Temporal', async () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Tokyo' } })
  const format = vi.spyOn(Intl, 'DateTimeFormat')

  expect(await readTimeZone()).toBe('Asia/Tokyo')
  expect(format).not.toHaveBeenCalled()
})

it('reads the time zone of a date format in other browsers', async () => {
  vi.stubGlobal('Temporal', undefined)
  expect(await readTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
