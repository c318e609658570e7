import { sellingCatalogue } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { aCatalogue, aDraft, aPublishedCatalogue, packagedVersion } from '#test/catalogues.ts'
import { useApp } from '#test/use-app.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

const current = 'GET /global/catalogue/current'
const byVersion = 'GET /global/catalogue/version'
const currentPath = '/gateway/global/catalogue/current'

const app = useApp()

const versionInForce = async (of: TestApp = app) => (await of.browser().call(current, {})).data.version
const read = (version: string) => app.browser().call(byVersion, { query: { version } })

describe('the catalogue in force', () => {
  it('is the packaged one at first, valid since the epoch', async () => {
    const { status, data } = await app.browser().call(current, {})
    expect(status).toBe(200)
    expect(data).toEqual({
      version: packagedVersion,
      validFrom: '1970-01-01T00:00:00.000Z',
      catalogue: sellingCatalogue(packagedCatalogue),
    })
  })

  it('is published without costs and margins and is still a valid catalogue', async () => {
    const { data } = await app.browser().call(current, {})
    const { operator, overhead, margin } = data.catalogue.selling.rateCards.cn
    expect([overhead, margin]).toEqual([0, 0])
    expect(operator).not.toBe(packagedCatalogue.selling.rateCards.cn.operator)
    expect(readCatalogue(JSON.stringify(data.catalogue))).toMatchObject({ ok: true })
    expect((await app.deps.catalogues.inForce()).catalogue).toEqual(packagedCatalogue)
  })

  it('is sent again only when its ETag changed', async () => {
    const first = await app.browser().fetch(currentPath)
    const etag = first.headers.get('etag') ?? ''

    expect(first.headers.get('cache-control')).toBe('public, no-cache')

    const again = await app.browser().fetch(currentPath, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')

    await aPublishedCatalogue(app, '2026-03-02.1')

    const changed = await app.browser().fetch(currentPath, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ data: { version: '2026-03-02.1' } })
  })

  it('changes at the moment of its validity and not before', async () => {
    app.clock.advance(1)

    const from = new Date(app.clock.now.getTime() + 60_000)
    await aPublishedCatalogue(app, '2026-03-02.2', from)
    app.clock.advance(59)

    expect(await versionInForce()).toBe('2026-03-02.1')
    expect((await read('2026-03-02.2')).status).toBe(404)

    app.clock.advance(1)
    expect(await versionInForce()).toBe('2026-03-02.2')
    expect((await read('2026-03-02.2')).data.validFrom).toBe(from.toISOString())
  })

  it('is the newest of those that begin together, by number and not by letters', async () => {
    app.clock.advance(1)
    await aPublishedCatalogue(app, '2026-03-02.10')
    await aPublishedCatalogue(app, '2026-03-02.9')
    expect(await versionInForce()).toBe('2026-03-02.10')
  })

  it('is the same object for all slices until another is in force', async () => {
    const first = await app.deps.catalogues.inForce()
    expect(first.catalogue).toEqual(aCatalogue('2026-03-02.10'))
    expect(await app.deps.catalogues.inForce()).toBe(first)
  })
})

describe('two servers of one installation', () => {
  let other: TestApp
  beforeEach(async () => {
    other = await startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '' })
    other.clock.now = app.clock.now
  })

  it('both see a publication at once, whichever of them made it', async () => {
    try {
      await versionInForce(other)
      app.clock.advance(1)
      other.clock.now = app.clock.now
      await aPublishedCatalogue(app, '2026-03-03.1')
      expect([await versionInForce(app), await versionInForce(other)]).toEqual(['2026-03-03.1', '2026-03-03.1'])
    } finally {
      await other.close()
    }
  })
})

describe('an older version', () => {
  it('is still served, byte for byte', async () => {
    const path = `/gateway/global/catalogue/version?version=${packagedVersion}`
    const response = await app.browser().fetch(path)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const data = {
      version: packagedVersion,
      validFrom: '1970-01-01T00:00:00.000Z',
      catalogue: sellingCatalogue(packagedCatalogue),
    }
    expect(await response.text()).toBe(JSON.stringify({ data }))
  })

  it('is read again after it was evicted from the cache', async () => {
    const versions = Array.from({ length: 14 }, (_, index) => `2026-03-04.${index + 1}`)
    const rows = versions.map((version) => ({ version, content: JSON.stringify(aCatalogue(version)) }))
    await app.deps.db
      .insertInto('catalogue_version')
      .values(
        rows.map((row) => ({
          ...row,
          content_hash: contentHash(row.content),
          author: 'Zoé',
          comment: '',
          created_at: app.clock.now,
          valid_from: app.clock.now,
        })),
      )
      .execute()
    for (const version of [...versions, ...versions.slice(0, 3)])
      expect((await app.deps.catalogues.find(version))?.catalogue.version).toBe(version)
  })
})

describe('what the public does not see', () => {
  it('includes drafts until they are published', async () => {
    const version = await aDraft(app, '2026-03-05.1')
    const refused = await read(version)

    expect(refused.status).toBe(404)
    expect(refused.error).toEqual({ ...(await read('2026-12-31.9')).error, requestId: refused.error.requestId })
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await versionInForce()).not.toBe(version)

    await aPublishedCatalogue(app, version)
    expect((await read(version)).status).toBe(200)
  })

  it.each(['', 'latest', '2026-03-05', '2026-03-05.0', '2026-03-05.12345', "2026-03-05.1'", '../2026-03-05.1'])(
    '"%s" is no version',
    async (version) => {
      const { status, error } = await read(version)
      expect(status).toBe(422)
      expect(error.issues).toEqual([{ path: 'version', code: 'INVALID_VALUE', message: expect.any(String) }])
    },
  )
})
