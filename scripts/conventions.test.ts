import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderCircles, importsAmong } from './folder-circles.ts'
import { thirdPartyNotices } from './third-party-notices.ts'
import { undeclaredImports } from './undeclared-imports.ts'

const root = join(import.meta.dirname, '..')

/** All files that git does not ignore, committed or not. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const isTestSupport = (file: string) => /\.(test|fixture)\.tsx?$|^apps\/api\/test\/|\/testing\//.test(file)
const product = sources.filter((file) => /^(packages|apps)\/.*\.tsx?$/.test(file) && !isTestSupport(file))

describe('conventions of the source tree', () => {
  it('names files in kebab-case with a role of the closed list', () => {
    const roles =
      'routes|service|repository|jobs|page|api|worker|test|journey|config|fake|fixture|process|node|browser|wasm|generated|d'
    const adapters = /^apps\/api\/src\/adapters\//
    const name = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${roles}))*\\.(ts|tsx|mjs)$`)
    const wrong = sources.filter((file) => !adapters.test(file) && !name.test(basename(file).replace(/^\./, '')))

    expect(wrong).toEqual([])
  })

  it('has no file called utils, helpers, common or misc', () => {
    expect(sources.filter((file) => /(^|[/-])(utils?|helpers?|common|misc)\.(ts|tsx|mjs)$/.test(file))).toEqual([])
  })

  it('has no import that climbs two folders', () => {
    const climbing = sources.filter((file) => /from '(\.\.\/){2}/.test(readFileSync(join(root, file), 'utf8')))
    expect(climbing).toEqual([])
  })

  it('declares every imported package in the nearest package.json', () => {
    expect(undeclaredImports(sources, root)).toEqual([])
  })

  it('has no folders that import each other, directly or in a circle', () => {
    const circles = folderCircles(importsAmong(product, root))
    expect(circles.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('creates ids in the browser without crypto.randomUUID, which plain HTTP lacks', () => {
    const inBrowser = product.filter((file) => file.startsWith('apps/web/src/'))
    expect(inBrowser.filter((file) => /crypto\.randomUUID\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('keeps download addresses out of the lock file', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
  })
})

describe('the guide to adding a slice', () => {
  it('names files that exist', () => {
    const guide = /## Add a slice\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? ''
    const paths = [...guide.matchAll(/`((?:packages|apps|e2e|docs)\/[^`]+)`/g)].map(([, path = '']) => path)

    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the third-party notices', () => {
  it('list the packages of the lock file', () => {
    const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
    expect(readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8')).toBe(thirdPartyNotices(lockFile))
  })

  it('name the licence of the STEP kernel', () => {
    const lockFile = JSON.stringify({
      packages: {
        'node_modules/replicad-opencascadejs': { version: '1.1.0', license: 'LGPL-2.1-only' },
        'node_modules/vitest': { version: '5.1.0', license: 'MIT', dev: true },
      },
    })

    const notices = thirdPartyNotices(lockFile)
    expect(notices).toContain('| replicad-opencascadejs | 1.1.0 | LGPL-2.1-only |')
    expect(notices).not.toContain('vitest')
  })
})

describe('the search for folder circles', () => {
  it('finds a circle of three folders and omits folders that only lead to it or away', () => {
    const circle = [
      { from: 'a/one.ts', to: 'b/two.ts' },
      { from: 'b/three.ts', to: 'c/four.ts' },
      { from: 'c/five.ts', to: 'a/six.ts' },
    ]
    const leadsThere = { from: 'main/main.ts', to: 'a/one.ts' }
    const leadsAway = { from: 'c/four.ts', to: 'base/base.ts' }

    expect(folderCircles([...circle, leadsThere, leadsAway])).toEqual(circle)
  })

  it('accepts imports within a folder', () => {
    expect(folderCircles([{ from: 'a/one.ts', to: 'a/two.ts' }])).toEqual([])
  })
})

describe('the search for undeclared imports', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotation-imports-'))
    mkdirSync(join(folder, 'app/src'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'root', devDependencies: { vitest: '1' } }))
    writeFileSync(join(folder, 'app/package.json'), JSON.stringify({ name: '@shop/app', dependencies: { zod: '1' } }))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function undeclaredIn(source: string): string[] {
    writeFileSync(join(folder, 'app/src/file.ts'), source)
    return undeclaredImports(['app/src/file.ts'], folder)
  }

  // Apart from its keyword, because this file is searched too.
  const inParentheses = "('tus-js-client')"

  it.each([
    ["import { it } from 'vitest'", 'vitest'],
    ["import type { Page } from '@playwright/test'", '@playwright/test'],
    ["import {\n  sql,\n} from 'kysely/helpers/postgres'", 'kysely'],
    ["import '@mantine/core/styles.css'", '@mantine/core'],
    ["export { sql } from 'kysely'", 'kysely'],
    [`const load = () => import${inParentheses}`, 'tus-js-client'],
  ])('reports %j, which the root or nobody declares', (source, name) => {
    expect(undeclaredIn(source)).toEqual([`app/src/file.ts: ${name}`])
  })

  it.each([
    "import { z } from 'zod'",
    "import { z } from 'zod/v4'",
    "import { readFile } from 'node:fs/promises'",
    "import { app } from '@shop/app'",
    "import { it } from './other.ts'",
    "import { it } from '#core/other.ts'",
    'const text = "import { it } from \'vitest\'"',
  ])('accepts %j', (source) => {
    expect(undeclaredIn(source)).toEqual([])
  })
})

/** One violation of each rule: a file and its forbidden import. */
const violations: [rule: string, file: string, line: string][] = [
  ['slices-are-leaves', 'apps/api/src/features/planted/leaf.service.ts', "import '#features/auth/login.service.ts'"],
  ['routes-skip-no-layer', 'apps/api/src/features/planted/planted.routes.ts', "import 'kysely'"],
  [
    'services-know-no-http-framework',
    'apps/api/src/features/planted/http.service.ts',
    "import type { FastifyRequest } from 'fastify'",
  ],
  ['vendors-behind-adapters', 'apps/api/src/features/planted/vendor.service.ts', "import 'sharp'"],
  ['web-slices-are-leaves', 'apps/web/src/features/planted/planted.ts', "import '#features/auth/login-form.tsx'"],
  ['ui-knows-no-feature', 'apps/web/src/ui/planted.ts', "import '#features/auth/login-form.tsx'"],
  ['staff-knows-no-feature', 'apps/web/src/staff/planted/login.ts', "import '#features/auth/login-form.tsx'"],
  ['staff-slices-are-leaves', 'apps/web/src/staff/planted/other.ts', "import '#staff/access/login.page.tsx'"],
  ['staff-behind-its-route', 'apps/web/src/features/planted/staff.ts', "import '#staff/screens.ts'"],
  ['three-in-the-viewer-only', 'apps/web/src/features/planted/model.ts', "import 'three'"],
  // By its path: the package's name would lead out of the copy.
  [
    'browser-knows-no-costs',
    'apps/web/src/features/planted/costs.ts',
    "import '../../../../../packages/pricing/catalogue/packaged-catalogue.ts'",
  ],
  ['packages-are-pure', 'packages/domain/planted.ts', "import 'node:fs'"],
  ['no-cycle', 'packages/domain/planted-circle.ts', "import './planted-other.ts'"],
]

describe('the import rules', () => {
  let copy: string
  let reported: string[]

  // In a copy, so that no other test sees the violations.
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'cotation-violations-'))
    const needed = files.filter((file) =>
      /^(packages|apps)\/.*(\.tsx?|package\.json)$|^\.dependency-cruiser/.test(file),
    )
    for (const file of [...needed, 'package.json']) cpSync(join(root, file), join(copy, file))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

    for (const [, file, line] of violations) plant(file, line)
    plant('packages/domain/planted-other.ts', "import './planted-circle.ts'")

    const args = ['packages/domain', 'apps', '--config', '.dependency-cruiser.mjs', '--output-type', 'err']
    const { stdout } = spawnSync('depcruise', args, { cwd: copy, encoding: 'utf8' })
    reported = [...stdout.matchAll(/error (\S+: \S*planted\S*)/g)].map(([, violation = '']) => violation)
  })

  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  function plant(file: string, line: string): void {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `${line}\n`)
  }

  it.each(violations)('%s reports a planted violation', (rule, file) => {
    expect(reported).toContain(`${rule}: ${file}`)
  })
})
