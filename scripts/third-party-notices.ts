// npm run notices: writes THIRD-PARTY-NOTICES.md from the lock file.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

/** The notices page for everything that the product runs with, without development tools. */
export function thirdPartyNotices(lockFile: string): string {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(lockFile)

  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  )
  const rows = shipped.map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `| ${name} | ${version} | ${license ?? 'see its package'} |`
  })

  return `# Third-party notices

Cotation uses the npm packages below. Each package folder in \`node_modules\` has its licence text.
This page is generated from \`package-lock.json\`: run \`npm run notices\` after a change.

**OpenCASCADE.** \`replicad-opencascadejs\` is OpenCASCADE Technology compiled to WebAssembly, under
LGPL-2.1 with the OpenCASCADE exception. It is loaded as a separate file and used unmodified. To use
your own build, replace the package's files in \`node_modules\`; nothing of it is linked into our code.

| package | version | licence |
|---|---|---|
${[...new Set(rows)].sort().join('\n')}
`
}

if (import.meta.main) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), thirdPartyNotices(lockFile))
}
