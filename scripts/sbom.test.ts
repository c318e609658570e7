import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from './sbom.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const lockFile = read('package-lock.json')
const bom = billOfMaterials(lockFile)
const refs = new Set(bom.components.map((component) => component['bom-ref']))

interface Locked {
  name?: string
  version?: string
  dev?: boolean
  link?: boolean
}

describe('the bill of materials', () => {
  it('holds every locked package of production, and no tool of development', () => {
    const { packages }: { packages: Record<string, Locked> } = JSON.parse(lockFile)
    const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    const refOf = ([path, { name, version }]: [string, Locked]) =>
      `${name ?? path.split('node_modules/').at(-1)}@${version}`

    const shipped = new Set(installed.filter(([, { dev }]) => !dev).map(refOf))
    const tools = installed.filter(([, { dev }]) => dev).map(refOf)
    expect([...shipped].filter((ref) => !refs.has(ref))).toEqual([])
    expect(tools.filter((ref) => refs.has(ref) && !shipped.has(ref))).toEqual([])
    expect(refs.size).toBeGreaterThan(250)
  })

  it.each(['apps/api', 'apps/web', 'packages/geometry-host', 'packages/embedded-postgres'])(
    'holds the dependencies that %s declares',
    (workspace) => {
      const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read(`${workspace}/package.json`))
      const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@cotation/'))
      const names = new Set(bom.components.map(({ name }) => name))
      expect(foreign.filter((name) => !names.has(name))).toEqual([])
    },
  )

  it('links packages that it holds, beginning with the product', () => {
    const product = bom.metadata.component['bom-ref']
    expect(product).toMatch(/^cotation@/)
    const links = bom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(links.filter((ref) => !refs.has(ref))).toEqual([])

    const known = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set([product])
    for (const ref of reached) for (const next of known.get(ref) ?? []) reached.add(next)
    expect(reached.size).toBeGreaterThan(200)
    expect([...reached].some((ref) => ref.startsWith('fastify@'))).toBe(true)
  })

  it('has hashes and package addresses, and names neither a registry nor a folder', () => {
    const text = JSON.stringify(bom)
    expect(text).not.toMatch(/https?:|file:|\/tmp\/|\/home\/|\/work\//)
    expect(text).not.toContain(root)
    for (const { purl, hashes = [] } of bom.components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
      for (const { alg, content } of hashes)
        expect(`${alg} ${content}`).toMatch(/^SHA-(1 [\da-f]{40}|512 [\da-f]{128})$/)
    }
  })

  it('is the same for the same lock file', () => {
    expect(billOfMaterials(lockFile)).toEqual(bom)
  })

  it('finds a package in the folder of the one that needs it before the common one', () => {
    const packages = {
      '': { name: 'shop', version: '1.0.0', dependencies: { a: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    }
    const small = billOfMaterials(JSON.stringify({ name: 'shop', version: '1.0.0', packages }))
    expect(small.dependencies).toEqual([
      { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
      { ref: 'b@1.0.0', dependsOn: [] },
      { ref: 'b@2.0.0', dependsOn: ['c@1.0.0'] },
      { ref: 'c@1.0.0', dependsOn: [] },
      { ref: 'shop@1.0.0', dependsOn: ['a@1.0.0'] },
    ])
  })
})
