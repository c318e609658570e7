import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sellingCatalogue } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCatalogue, packagedVersion } from '#test/catalogues.ts'
import { useApp } from '#test/use-app.ts'
import { runCatalogueCommand } from './catalogue-commands.ts'
import { explainError } from './tool-error.ts'
import { toolProcess } from './tool-process.fixture.ts'

const app = useApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-catalogue-'))
  // The tool uses the real clock, the server a fixed one, moved here to after all publications.
  app.clock.now = new Date(Date.now() + 3_600_000)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** The tool as npm runs it: from another folder than the operator's. */
const tool = (words: string[], env: Record<string, string> = { DATABASE_URL: app.deps.config.databaseUrl ?? '' }) =>
  toolProcess('catalogue', words, { INIT_CWD: folder, DATA_DIR: join(folder, 'data'), ...env })

/** The same in this process: for what a process of its own would not show better. */
async function run(...words: string[]): Promise<string> {
  const said: string[] = []
  await runCatalogueCommand(words, {
    open: async () => app.deps,
    print: (text) => void said.push(text),
    folder,
    requireSellable: () => undefined,
  })
  return said.join('\n')
}

const aFile = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content))
const inForce = async () => (await app.browser().call('GET /global/catalogue/current', {})).data

describe('npm run catalogue beside a running server', () => {
  it('lists, exports, validates, compares and publishes a version', async () => {
    const list = await tool(['list'])
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toMatch(new RegExp(`^${packagedVersion} +in force +1970-01-01T00:00:00.000Z +packaged$`, 'm'))

    const exported = await tool(['export'])
    expect(JSON.parse(exported.stdout)).toEqual(packagedCatalogue)
    expect((await tool(['export', packagedVersion, '--to', 'now.json'])).code).toBe(0)
    expect(await readFile(join(folder, 'now.json'), 'utf8')).toBe(exported.stdout)

    await aFile('dearer.json', aCatalogue('2026-11-20.1', 1.5))
    const saved = await tool(['draft', 'dearer.json', '--author', 'Zoé', '--comment', 'Hausse'])
    expect(saved).toMatchObject({ code: 0, stderr: '' })
    expect((await tool(['list'])).stdout).toMatch(/^2026-11-20\.1 +draft +Zoé +Hausse$/m)
    expect((await inForce()).version).toBe(packagedVersion)

    const compared = await tool(['compare', '2026-11-20.1'])
    expect(compared.stdout).toMatch(
      new RegExp(`^2026-11-20\\.1 against ${packagedVersion}, which is in force: of \\d+ prices \\d+ differ`),
    )
    expect(compared.stdout).toMatch(/^part +material +quantity +lead +before USD +after USD +change$/m)
    expect(compared.stdout).toMatch(/^[\w-]+ +\S+ +\d+ +\w+ +\d+\.\d\d +\d+\.\d\d +\+\d+\.\d %$/m)
    const { changes } = JSON.parse((await tool(['compare', '2026-11-20.1', '--json'])).stdout) as { changes: object[] }
    expect(changes.length).toBeGreaterThan(60)

    const published = await tool(['publish', '2026-11-20.1'])
    expect(published.stdout).toMatch(/^Catalogue 2026-11-20\.1 is in force from \d{4}-\S+Z\.\n$/)
    expect(await inForce()).toMatchObject({
      version: '2026-11-20.1',
      catalogue: sellingCatalogue(aCatalogue('2026-11-20.1', 1.5)),
    })
  })

  it('publishes for a later date and names the version that follows', async () => {
    await aFile('later.json', aCatalogue('2026-11-21.1'))
    expect(await run('draft', 'later.json', '--author', 'Zoé')).toMatch(/^Draft 2026-11-21\.1 is saved\./)
    expect(await run('publish', '2026-11-21.1', '--from', '2099-01-01')).toBe(
      'Catalogue 2026-11-21.1 is in force from 2099-01-01T00:00:00.000Z.',
    )

    await aFile('sooner.json', aCatalogue('2026-11-21.2'))
    await run('draft', 'sooner.json', '--author', 'Zoé')

    expect((await run('publish', '2026-11-21.2', '--from', '2098-06-01T08:00+02:00')).split('\n')).toEqual([
      'Catalogue 2026-11-21.2 is in force from 2098-06-01T06:00:00.000Z.',
      'Already published: 2026-11-21.1 replaces it on 2099-01-01T00:00:00.000Z.',
    ])
    expect(await run('list')).toMatch(/^2026-11-21\.2 +published +2098-06-01T06:00:00\.000Z +Zoé$/m)
  })

  it('discards a draft', async () => {
    await aFile('never.json', aCatalogue('2026-11-21.3'))
    await run('draft', 'never.json', '--author', 'Zoé')
    expect(await run('discard', '2026-11-21.3')).toBe('Draft 2026-11-21.3 is removed.')
    expect(await run('list')).not.toContain('2026-11-21.3')
  })

  it('reports no change for an equal catalogue', async () => {
    await aFile('equal.json', { ...(await inForce()).catalogue, version: '2026-11-21.4' })
    await run('draft', 'equal.json', '--author', 'Zoé')
    expect(await run('compare', '2026-11-21.4')).toMatch(/^2026-11-21\.4 against .* prices 0 differ .*\+?0\.0 %\.$/)
  })

  it('prints its usage without a command and with --help', async () => {
    expect(await run()).toBe(await run('list', '--help'))
    expect(await run('help')).toContain('publish VERSION [--from 2026-12-01]')
  })

  it('names each fault of a draft with its path', async () => {
    const { selling, ...rest } = aCatalogue('2026-11-22.1')
    await aFile('broken.json', { ...rest, selling: { ...selling, validityDays: -1, minPartShare: 'much' } })

    const { code, stdout, stderr } = await tool(['draft', 'broken.json', '--author', 'Zoé'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })

    const [first, ...faults] = stderr.trimEnd().split('\n')
    expect(first).toBe('This catalogue has faults. Correct them and try again.')
    expect(faults.sort()).toEqual([
      '  selling.minPartShare is of the wrong type',
      '  selling.validityDays is less than 1',
    ])
  })
})

describe('an invalid command', () => {
  it.each<[string[], RegExp]>([
    [['rename'], /^"rename" is not a command/],
    [['list', '--loud'], /^Unknown option '--loud'/],
    [['export', '2026-11-30.7'], /^There is no catalogue 2026-11-30\.7/],
    [['compare'], /^Give the version/],
    [['compare', 'x', 'y'], /^"y" is unexpected/],
    [['draft', 'now.json'], /^Give the author/],
    [['draft', 'nowhere.json', '--author', 'Zoé'], /^There is no file \S+nowhere\.json\.$/m],
    [['publish', packagedVersion], /^This version of the catalogue is published/],
    [['publish', '2026-11-30.7', '--from', 'tomorrow'], /^"tomorrow" is not a time/],
    [['publish', '2026-11-30.7', '--from', '2026-02-31'], /^"2026-02-31" is not a time/],
    [['publish', '2026-11-30.7', '--from', '2026-12-01T08:00'], /^"2026-12-01T08:00" is not a time/],
    [['discard', '2026-11-30.7'], /^There is no catalogue 2026-11-30\.7/],
  ])('%j is refused in one line', async (words, line) => {
    const error: unknown = await run(...words).catch((failure: unknown) => failure)
    expect(await explainError(error)).toEqual([expect.stringMatching(line)])
  })

  it('exits with code 1', async () => {
    const { code, stdout, stderr } = await tool(['publish', packagedVersion])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^This version of the catalogue is published and can no longer change\. .+\n$/)
  })

  it('reports a database that does not answer', async () => {
    const { code, stderr } = await tool(['list'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^No database answers at DATABASE_URL/) })
  })
})

it('works on the embedded database of an installation that was never started', async () => {
  const { code, stdout, stderr } = await tool(['list'], {})
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(packagedVersion)
})
