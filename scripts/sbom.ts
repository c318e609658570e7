// npm run sbom [-- file]: writes a CycloneDX bill of materials from the lock file.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface LockedPackage {
  /** Only if it differs from the name of its folder. */
  name?: string
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type LockedPackages = Record<string, LockedPackage>

interface Component {
  type: 'library'
  'bom-ref': string
  name: string
  version: string
  scope: 'required' | 'optional'
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: ({ license: { id: string } } | { expression: string })[]
}

export interface Bom {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: { component: { type: 'application'; 'bom-ref': string; name: string; version: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const folder = 'node_modules/'

const isPackage = (path: string) => path.includes(folder)

const nameOf = (path: string, { name }: LockedPackage) => name ?? path.slice(path.lastIndexOf(folder) + folder.length)

const refOf = (path: string, locked: LockedPackage) => `${nameOf(path, locked)}@${locked.version}`

/**
 * A bill of materials of everything that the product runs with, without development tools. npm has a
 * command for it, but with workspaces it leaves out a third of the packages and names the folder of the
 * checkout. The same lock file always gives the same text.
 */
export function billOfMaterials(lockFile: string): Bom {
  const { name, version, packages }: { name: string; version: string; packages: LockedPackages } = JSON.parse(lockFile)
  const shipped = Object.entries(packages).filter(([path, { dev, link }]) => isPackage(path) && !dev && !link)
  const ownCode = Object.entries(packages).filter(([path, { link }]) => !isPackage(path) && !link)

  const components = new Map<string, Component>()
  const dependsOn = new Map<string, Set<string>>()
  for (const [path, locked] of shipped) {
    const ref = refOf(path, locked)
    components.set(ref, componentOf(path, locked))
    const known = dependsOn.get(ref) ?? new Set()
    dependsOn.set(ref, new Set([...known, ...listDependencies(packages, path)]))
  }

  const product = `${name}@${version}`
  dependsOn.set(product, new Set(ownCode.flatMap(([path]) => listDependencies(packages, path))))

  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(lockFile)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product, name, version } },
    components: [...components.keys()].sort().flatMap((ref) => components.get(ref) ?? []),
    dependencies: [...dependsOn.keys()]
      .sort()
      .map((ref) => ({ ref, dependsOn: [...(dependsOn.get(ref) ?? [])].sort() })),
  }
}

function componentOf(path: string, locked: LockedPackage): Component {
  const { version = '', license, integrity } = locked
  const name = nameOf(path, locked)

  const component: Component = {
    type: 'library',
    'bom-ref': refOf(path, locked),
    name,
    version,
    scope: locked.optional || locked.devOptional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
  if (integrity) component.hashes = integrity.split(' ').map(hashOf)
  if (license) component.licenses = [licenseOf(license)]

  return component
}

/** Expressions such as "MIT OR Apache-2.0" are no ids. */
const licenseOf = (license: string) => (/\s/.test(license) ? { expression: license } : { license: { id: license } })

/** "sha512-<base64>", as npm writes it. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/s)
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** The packages that a package or workspace needs; those of development are not shipped. */
function listDependencies(packages: LockedPackages, path: string): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies })

  return names.flatMap((name) => {
    const found = findInstalled(packages, path, name)
    if (found === undefined) return []

    const locked = packages[found]
    if (!locked || locked.link || locked.dev) return []

    return [refOf(found, locked)]
  })
}

/** Looks in the package's own folder, then in those above it, as Node does. */
function findInstalled(packages: LockedPackages, path: string, name: string): string | undefined {
  let owner = path
  while (true) {
    const candidate = owner === '' ? folder + name : `${owner}/${folder}${name}`
    if (packages[candidate]) return candidate
    if (owner === '') return undefined
    owner = owner.includes(folder) ? owner.slice(0, owner.lastIndexOf(folder)).replace(/\/$/, '') : ''
  }
}

/** A UUID of version 8 (custom), so that the same lock file has the same serial number. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

if (import.meta.main) {
  const target = process.argv[2] ?? join(root, 'sbom.cdx.json')
  const bom = billOfMaterials(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${bom.components.length} packages in ${target}`)
}
