import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files as they stand, committed or not, without what git ignores. */
const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate')
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))

describe('the house rules', () => {
  it('files are named in kebab-case with a role of the closed list', () => {
    const roles =
      'routes|service|repository|jobs|page|api|worker|test|journey|config|fake|fixture|process|node|browser|wasm|d'
    const adapters = /^apps\/api\/src\/adapters\//
    const name = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${roles}))*\\.(ts|tsx|mjs)$`)
    const wrong = sources.filter((file) => !adapters.test(file) && !name.test(basename(file).replace(/^\./, '')))
    expect(wrong).toEqual([])
  })

  it('no file is called after nothing in particular', () => {
    expect(sources.filter((file) => /(^|[/-])(utils?|helpers?|common|misc)\.(ts|tsx|mjs)$/.test(file))).toEqual([])
  })

  it('no import climbs two folders', () => {
    const climbing = sources.filter((file) => /from '(\.\.\/){2}/.test(readFileSync(join(root, file), 'utf8')))
    expect(climbing).toEqual([])
  })

  it('the lock file carries no download addresses', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
  })
})

describe('the import rules', () => {
  const planted = join(root, 'apps/api/src/features/planted')
  afterEach(() => rmSync(planted, { recursive: true, force: true }))

  it.each([
    ['slices-are-leaves', 'planted.service.ts', "import '#features/auth/login.service.ts'"],
    ['routes-skip-no-layer', 'planted.routes.ts', "import 'kysely'"],
    ['services-know-no-http-framework', 'planted.service.ts', "import type { FastifyRequest } from 'fastify'"],
    ['vendors-behind-adapters', 'planted.service.ts', "import 'sharp'"],
  ])('%s complains of a planted breach', (rule, file, line) => {
    mkdirSync(planted, { recursive: true })
    writeFileSync(join(planted, file), `${line}\n`)

    const cruise = spawnSync('depcruise', ['apps/api/src', '--config', '.dependency-cruiser.mjs'], {
      cwd: root,
      encoding: 'utf8',
    })

    expect(cruise.stdout).toContain(`${rule}: apps/api/src/features/planted/${file}`)
    expect(cruise.status).not.toBe(0)
  })
})
