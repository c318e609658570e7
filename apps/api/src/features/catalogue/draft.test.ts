import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#core/app-error.ts'
import { aCatalogue, aDraft, aPublishedCatalogue, packagedVersion } from '#test/catalogues.ts'
import { useApp } from '#test/use-app.ts'
import {
  compareDraft,
  discardDraft,
  FaultyCatalogue,
  getContent,
  listCatalogues,
  publishDraft,
  saveDraft,
} from './catalogue.service.ts'

const app = useApp()

const note = { author: 'Zoé', comment: '' }
const save = (text: string, by = note) => saveDraft(app.deps, text, by)

/** The code that a service refuses with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((failure: unknown) => failure)
  return error instanceof AppError ? error.code : `not refused: ${error}`
}

async function faultsOf(text: string) {
  const error: unknown = await save(text).catch((failure: unknown) => failure)
  if (!(error instanceof FaultyCatalogue)) throw new Error(`no faults were found: ${error}`)
  return error.faults
}

describe('a draft', () => {
  it('is saved with its author and replaced by the next one of its version', async () => {
    await aDraft(app, '2026-03-02.1', 1.1)

    const second = { version: '2026-03-02.1', author: 'Ali', comment: 'Deuxième essai' }
    await save(JSON.stringify(aCatalogue('2026-03-02.1', 1.3)), { author: ' Ali ', comment: second.comment })

    expect(await listCatalogues(app.deps)).toEqual([
      expect.objectContaining({ version: packagedVersion, author: 'packaged', validFrom: new Date(0), inForce: true }),
      expect.objectContaining({ ...second, createdAt: app.clock.now, validFrom: null, inForce: false }),
    ])
    expect(await getContent(app.deps, '2026-03-02.1')).toBe(JSON.stringify(aCatalogue('2026-03-02.1', 1.3)))
  })

  it('can be removed, and is unknown then', async () => {
    await aDraft(app, '2026-03-02.2')
    await discardDraft(app.deps, '2026-03-02.2')
    expect(await refusal(discardDraft(app.deps, '2026-03-02.2'))).toBe('NOT_FOUND')
    expect(await refusal(publishDraft(app.deps, '2026-03-02.2', null))).toBe('NOT_FOUND')
    expect(await refusal(compareDraft(app.deps, '2026-03-02.2'))).toBe('NOT_FOUND')
    expect(await refusal(getContent(app.deps, '2026-03-02.2'))).toBe('NOT_FOUND')
  })

  it.each([
    [{ author: '' }, 'author', 'REQUIRED'],
    [{ author: '  ' }, 'author', 'REQUIRED'],
    [{ author: 'packaged' }, 'author', 'INVALID_VALUE'],
    [{ author: 'a'.repeat(81) }, 'author', 'TOO_LONG'],
    [{ author: 'zero\u0000byte' }, 'author', 'INVALID_CHARACTERS'],
    [{ comment: 'a'.repeat(501) }, 'comment', 'TOO_LONG'],
    [{ comment: 'two\nlines' }, 'comment', 'INVALID_CHARACTERS'],
  ])('is refused with %o, at %s', async (change, path, code) => {
    const error: unknown = await save(JSON.stringify(aCatalogue('2026-03-02.3')), { ...note, ...change }).catch(
      (failure: unknown) => failure,
    )
    expect(error).toMatchObject({ code: 'VALIDATION', fields: [{ path, code }] })
  })
})

describe('a broken draft', () => {
  it('reports the paths of faults in rates, materials and services at once', async () => {
    const catalogue = structuredClone(aCatalogue('2026-03-03.1')) as unknown as {
      selling: { validityDays: unknown; rateCards: { cn: { operator: unknown } } }
      materials: { processId: unknown; id: unknown }[]
    }
    catalogue.selling.validityDays = 'thirty'
    catalogue.selling.rateCards.cn.operator = -8

    const [, material] = catalogue.materials
    if (material) material.id = 7

    const paths = (await faultsOf(JSON.stringify(catalogue))).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['selling.validityDays', 'selling.rateCards.cn.operator', 'materials.1.id']),
    )
  })

  it('reports rules whose limit is unknown or of the wrong kind', async () => {
    const ruleLimits = { 'no-such-rule': { warns: 1 }, 'min-hole-sla': { warns: 'narrow' } }
    expect(await faultsOf(JSON.stringify({ ...aCatalogue('2026-03-03.1'), ruleLimits }))).toEqual([
      { path: 'ruleLimits.no-such-rule', problem: 'is no manufacturability rule' },
      { path: 'ruleLimits.min-hole-sla.warns', problem: 'cannot be compared with what the rule measures' },
    ])
  })

  it('reports line and column if it is not JSON', async () => {
    const written = JSON.stringify(aCatalogue('2026-03-03.1'), null, 2)
    const [fault] = await faultsOf(written.replace('"2026-03-03.1",', '"2026-03-03.1"'))
    expect(fault?.problem).toMatch(/^is not JSON: .*line 3 column 3/)
  })

  it('is not saved', async () => {
    expect(await refusal(save('{"version":"2026-03-03.2"}'))).toBe('CATALOGUE_FAULTY')
    expect(await refusal(getContent(app.deps, '2026-03-03.2'))).toBe('NOT_FOUND')
  })
})

describe('hostile content', () => {
  const packaged = JSON.stringify(aCatalogue('2026-03-04.1'))
  const withText = (text: string) => packaged.replace('"version":"2026-03-04.1"', `"version":${JSON.stringify(text)}`)
  const cases: [string, string, RegExp][] = [
    ['no JSON', 'catalogue', /^is not JSON: /],
    ['nothing', '', /^is not JSON: /],
    ['half a file', packaged.slice(0, -1), /^is not JSON: /],
    ['two million characters too many', `${packaged}${' '.repeat(2_000_000)}`, /^has more than 2000000 characters$/],
    ['a million lists in lists', `${'['.repeat(900_000)}${']'.repeat(900_000)}`, /^is more than 30 levels deep$/],
    ['a million numbers', `[${'1,'.repeat(900_000)}1]`, /^has more than 150000 values$/],
    ['a million keys', `{"materials":[${'{},'.repeat(600_000)}{}]}`, /^has more than 150000 values$/],
    [
      'a prototype',
      packaged.replace('{', '{"__proto__":{"version":"2026-03-04.1"},'),
      /^is not a field of a catalogue$/,
    ],
    ['a text of a megabyte', withText('x'.repeat(1_000_000)), /^is longer than 2000 characters$/],
    ['a zero byte', withText('2026\u0000'), /^has control characters/],
    ['half a character', withText('2026\ud800'), /^has control characters/],
    ['words that would run on a terminal', withText('\u001b[2J'), /^has control characters/],
    ['another kind of version', withText("2026-03-04.1'; drop table"), /./],
    ['a version of too many digits', withText('2026-03-04.99999'), /./],
    ['not an object', '7', /./],
    ['null', 'null', /./],
  ]
  it.each(cases)('is refused with a short answer: %s', async (_name, text, problem) => {
    const faults = await faultsOf(text)
    expect(faults[0]?.problem).toMatch(problem)
    expect(faults.length).toBeLessThanOrEqual(100)
    expect(JSON.stringify(faults).length).toBeLessThan(60_000)
  })

  it('shortens a name of a hundred thousand letters and strips control characters', async () => {
    const [fault] = await faultsOf(JSON.stringify({ [`\u001b[31m${'x'.repeat(100_000)}`]: 1 }))
    expect(fault?.path).toMatch(/^\ufffd\[31mx+…$/)
    expect(fault?.path.length).toBeLessThan(210)
  })

  it('reports at most the first hundred faults', async () => {
    const materials = Array.from({ length: 900 }, () => ({}))
    const faults = await faultsOf(JSON.stringify({ ...packagedCatalogue, materials }))
    expect(faults).toHaveLength(100)
  })
})

describe('publication', () => {
  it('takes effect now or at a later date', async () => {
    await aDraft(app, '2026-03-05.1')
    expect(await publishDraft(app.deps, '2026-03-05.1', null)).toEqual({ validFrom: app.clock.now })
    await aDraft(app, '2026-03-05.2')
    expect(await publishDraft(app.deps, '2026-03-05.2', app.clock.now)).toEqual({ validFrom: app.clock.now })
  })

  it('is never in the past', async () => {
    await aDraft(app, '2026-03-05.3')
    const past = new Date(app.clock.now.getTime() - 1)
    expect(await refusal(publishDraft(app.deps, '2026-03-05.3', past))).toBe('CATALOGUE_DATE_PAST')
    await discardDraft(app.deps, '2026-03-05.3')
  })

  it('happens once when ten requests come at once', async () => {
    await aDraft(app, '2026-03-05.4')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusal(publishDraft(app.deps, '2026-03-05.4', null))),
    )
    expect(answers.filter((code) => code === 'CATALOGUE_PUBLISHED')).toHaveLength(9)
  })

  it('is refused to a draft that has become faulty under stricter rules', async () => {
    await aDraft(app, '2026-03-05.5')
    await sql`update catalogue_version set content = '{}' where version = '2026-03-05.5'`.execute(app.deps.db)
    expect(await refusal(publishDraft(app.deps, '2026-03-05.5', null))).toBe('CATALOGUE_FAULTY')
    expect(await refusal(compareDraft(app.deps, '2026-03-05.5'))).toBe('CATALOGUE_FAULTY')
  })
})

describe('a published version', () => {
  const version = '2026-03-06.1'
  beforeAll(() => aPublishedCatalogue(app, version))

  it('can be neither replaced, nor removed, nor published again', async () => {
    const changed = JSON.stringify(aCatalogue(version, 5))
    expect(await refusal(save(changed))).toBe('CATALOGUE_PUBLISHED')
    expect(await refusal(discardDraft(app.deps, version))).toBe('CATALOGUE_PUBLISHED')
    expect(await refusal(publishDraft(app.deps, version, null))).toBe('CATALOGUE_PUBLISHED')
    expect(await getContent(app.deps, version)).toBe(JSON.stringify(aCatalogue(version)))
  })

  it.each([
    `update catalogue_version set content = '{}' where version = '${version}'`,
    `update catalogue_version set valid_from = null where version = '${version}'`,
    `update catalogue_version set comment = 'x' where version = '${version}'`,
    `delete from catalogue_version where version = '${version}'`,
    'truncate catalogue_version cascade',
  ])('the database itself refuses: %s', async (statement) => {
    await expect(sql.raw(statement).execute(app.deps.db)).rejects.toThrow('a published catalogue never changes')
  })
})

describe('a comparison with the catalogue in force', () => {
  it('finds no change in an equal catalogue', async () => {
    app.clock.advance(1)
    await aPublishedCatalogue(app, '2026-03-07.1')
    await aDraft(app, '2026-03-07.2')
    const comparison = await compareDraft(app.deps, '2026-03-07.2')
    expect(comparison).toMatchObject({ before: '2026-03-07.1', changes: [], added: 0, removed: 0 })
    expect(comparison.compared).toBeGreaterThan(1_000)
  })

  it('names what becomes dearer and what is no longer sold', async () => {
    const { materials, ...rest } = aCatalogue('2026-03-07.3', 2.4)
    const [first, ...others] = materials
    if (!first) throw new Error('there is no material')

    await save(JSON.stringify({ ...rest, materials: [{ ...first, available: false }, ...others] }))

    const comparison = await compareDraft(app.deps, '2026-03-07.3')
    const gone = comparison.changes.filter(({ afterMinor }) => afterMinor === undefined)

    expect(new Set(gone.map(({ materialId }) => materialId))).toEqual(new Set([first.id]))
    expect(comparison.removed).toBe(gone.length)
    expect(comparison.largestRisePercent).toBeGreaterThan(20)
    expect(comparison.largestFallPercent).toBe(0)
  })
})
