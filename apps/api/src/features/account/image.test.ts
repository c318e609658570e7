import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { aPicture, pictureHead } from '#test/pictures.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

const path = '/gateway/global/account/uploadImage'

async function upload(
  browser: Browser,
  bytes: Uint8Array,
  { field = 'image', type = 'image/png', name = 'me.png' } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await browser.fetch(path, { method: 'POST', body: form })
  const body = (await response.json()) as { data: { imageUrl: string }; code: string }
  return { status: response.status, code: body.code, imageUrl: body.data?.imageUrl }
}

const aCustomersBrowser = async () => aBrowserOf(app, (await aCustomer(app)).id)

describe('the profile picture (UPL-4)', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is accepted as %s and served re-encoded, without its metadata',
    async (format) => {
      const browser = await aCustomersBrowser()
      const secret = 'GPS 48.8566 2.3522'
      const picture = await aPicture({ format, copyright: secret })
      expect(picture.includes(secret)).toBe(true)
      const { status, imageUrl } = await upload(
        browser,
        Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]),
      )
      expect(status).toBe(200)
      expect((await browser.call('GET /global/account/me', {})).data.imageUrl).toBe(imageUrl)

      const served = await app.browser().fetch(imageUrl)
      const bytes = Buffer.from(await served.arrayBuffer())
      expect(await pictureHead(bytes)).toEqual({ format: 'webp', width: 256, height: 256 })
      expect(bytes.includes(secret) || bytes.includes('<script>')).toBe(false)
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none';.*sandbox/),
      })
    },
  )

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['SVG that says PNG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/png'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['nothing', '', 'image/png'],
    ['a torn PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00', 'image/gif'],
  ])('is refused as %s, and the old one stays', async (_, content, type) => {
    const browser = await aCustomersBrowser()
    const { imageUrl } = await upload(browser, await aPicture({ format: 'png' }))
    expect(await upload(browser, Buffer.from(content, 'latin1'), { type })).toMatchObject({
      status: 422,
      code: 'IMAGE_UNSUPPORTED',
    })
    expect((await app.browser().fetch(imageUrl)).status).toBe(200)
  })

  it('is refused when too large, in bytes or in pixels', async () => {
    const browser = await aCustomersBrowser()
    const limit = 5 * 1024 * 1024
    expect(await upload(browser, Buffer.alloc(limit + 1, 1))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
    expect(await upload(browser, Buffer.alloc(limit, 1))).toMatchObject({ status: 422, code: 'IMAGE_UNSUPPORTED' })
    const bomb = await aPicture({ format: 'png', width: 7000, height: 7000 })
    expect(await upload(browser, bomb)).toMatchObject({ status: 422, code: 'IMAGE_TOO_LARGE' })
  })

  it('replaces the old one, which is removed', async () => {
    const browser = await aCustomersBrowser()
    const picture = await aPicture({ format: 'png' })
    const urls = [(await upload(browser, picture)).imageUrl, (await upload(browser, picture)).imageUrl] as const
    expect((await app.browser().fetch(urls[0])).status).toBe(404)
    expect((await app.browser().fetch(urls[1])).status).toBe(200)
  })

  it('leaves one file when sent several times at once', async () => {
    const browser = await aCustomersBrowser()
    const picture = await aPicture({ format: 'png' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(browser, picture)))
    const statuses = await Promise.all(
      answers.map(async ({ imageUrl }) => (await app.browser().fetch(imageUrl)).status),
    )
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404])
  })

  it('requires a customer, a form and the right field name', async () => {
    const picture = await aPicture({ format: 'png' })
    expect((await upload(app.browser(), picture)).status).toBe(401)
    expect((await upload(await aVisitor(app), picture)).status).toBe(401)

    const browser = await aCustomersBrowser()
    expect(await upload(browser, picture, { field: 'file' })).toMatchObject({ status: 422, code: 'VALIDATION' })
    expect(await upload(browser, Buffer.alloc(4_000_000), { field: 'file' })).toMatchObject({
      status: 422,
      code: 'VALIDATION',
    })

    const plain = await browser.fetch(path, {
      method: 'POST',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    })

    expect(plain.status).toBe(415)

    const empty = await browser.fetch(path, { method: 'POST', body: new FormData() })
    expect(empty.status).toBe(422)
  })

  it.each(['0'.repeat(32), '..%2f..%2fetc%2fpasswd', '%00', 'A'.repeat(32), ''])(
    'is not found by an invented id (%s)',
    async (id) => {
      expect([404, 422]).toContain((await app.browser().fetch(`/gateway/global/account/image/${id}`)).status)
    },
  )
})
