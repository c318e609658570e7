import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '#adapters/log.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aCatalogue, aDraft, aPublishedCatalogue, packagedVersion } from '#test/catalogues.ts'
import { silentLog } from '#test/silent-log.ts'
import { emptyDatabase } from '#test/test-databases.ts'
import { listVersions } from './catalogue.repository.ts'
import { BrokenCatalogue } from './catalogue-cache.ts'
import { insertPackagedCatalogue } from './packaged-catalogue.service.ts'

const running: TestApp[] = []
afterAll(() => Promise.all(running.map((app) => app.close())))

async function anApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(env)
  running.push(app)
  return app
}

const statesOf = async (app: TestApp) =>
  (await listVersions(app.deps.db)).map(({ version, author, validFrom }) => [version, author, validFrom?.toISOString()])
const beginning = '1970-01-01T00:00:00.000Z'
const release = (app: TestApp, version: string, log: Log = silentLog) =>
  insertPackagedCatalogue({ ...app.deps, log }, aCatalogue(version))

describe('the first start', () => {
  it('inserts the packaged catalogue once when several servers start on an empty database', async () => {
    const DATABASE_URL = await emptyDatabase()
    const apps = await Promise.all([1, 2, 3].map(() => anApp({ DATABASE_URL })))
    for (const app of apps) {
      expect(await statesOf(app)).toEqual([[packagedVersion, 'packaged', beginning]])
      expect((await app.deps.catalogues.inForce()).version).toBe(packagedVersion)
    }
  })
})

describe('a release with a newer catalogue', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await anApp()
  })

  it('puts it in force from now on if staff have published none', async () => {
    app.clock.now = new Date('2027-01-04T08:00:00Z')
    await Promise.all([release(app, '2027-01-01.1'), release(app, '2027-01-01.1'), release(app, '2027-01-01.1')])
    expect(await statesOf(app)).toEqual([
      ['2027-01-01.1', 'packaged', '2027-01-04T08:00:00.000Z'],
      [packagedVersion, 'packaged', beginning],
    ])
  })

  it('saves it as a draft if a newer one is in force', async () => {
    await release(app, '2026-12-01.1')
    expect((await statesOf(app))[1]).toEqual(['2026-12-01.1', 'packaged', undefined])
  })

  it('ignores drafts of staff', async () => {
    await aDraft(app, '2027-01-05.1')
    await release(app, '2027-01-02.1')
    expect(await statesOf(app)).toContainEqual(['2027-01-02.1', 'packaged', '2027-01-04T08:00:00.000Z'])
  })

  it('saves it as a draft if staff have published their own', async () => {
    await aPublishedCatalogue(app, '2027-01-05.1')
    await release(app, '2027-02-01.1')
    expect((await statesOf(app))[0]).toEqual(['2027-02-01.1', 'packaged', undefined])
    expect((await app.deps.catalogues.inForce()).version).toBe('2027-01-05.1')
  })

  it('logs a warning and changes nothing if its version exists with other content', async () => {
    const warned: object[] = []
    const log = { ...silentLog, warn: (facts: object) => void warned.push(facts) }
    await release(app, '2027-01-01.1', log)
    expect(warned).toEqual([])
    await insertPackagedCatalogue({ ...app.deps, log }, aCatalogue('2027-01-01.1', 9))
    expect(warned).toEqual([{ version: '2027-01-01.1' }])
    expect((await app.deps.catalogues.find('2027-01-01.1'))?.catalogue).toEqual(aCatalogue('2027-01-01.1'))
  })

  it('stops the start and names the path if it is broken', async () => {
    const broken = {
      ...aCatalogue('2027-03-01.1'),
      selling: { ...aCatalogue('2027-03-01.1').selling, validityDays: -1 },
    }
    await expect(insertPackagedCatalogue(app.deps, broken)).rejects.toThrow(
      /^The packaged catalogue is not usable: selling\.validityDays /,
    )
  })
})

describe('a catalogue in the database that this release cannot read', () => {
  it('stops the start with a message that names version and path', async () => {
    const app = await anApp()
    await sql`
      insert into catalogue_version (version, content, content_hash, author, created_at, valid_from)
      values ('2026-03-02.1', '{"version":"2026-03-02.1"}', sha256(''), 'Zoé', now(), '2026-03-02')
    `.execute(app.deps.db)

    await expect(app.deps.catalogues.inForce()).rejects.toThrow(BrokenCatalogue)

    const { status, error } = await app.browser().call('GET /global/catalogue/current', {})
    expect({ status, code: error.code }).toEqual({ status: 500, code: 'UNEXPECTED' })
    await expect(startApp({ DATABASE_URL: app.deps.config.databaseUrl ?? '' })).rejects.toThrow(
      /^The catalogue 2026-03-02\.1 in the database is not usable: \w+ /,
    )
  })
})
