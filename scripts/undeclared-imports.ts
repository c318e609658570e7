import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'

/** Static imports begin a line, so that imports in a test's texts do not count. */
const packageImports =
  /(?:^import '|^(?:import|export|\}).* from '|[^\w."]import\(\s*')((?:@[\w.-]+\/)?[a-z][\w.-]*)[/']/gm

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

function nearestManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : nearestManifest(dirname(folder))
}

/** The packages that a file imports and the nearest package.json does not declare, as `file: package`. */
export function undeclaredImports(files: readonly string[], root: string): string[] {
  return files.flatMap((file) => {
    const path = join(root, file)
    const { name, dependencies, devDependencies, optionalDependencies, peerDependencies } = nearestManifest(
      dirname(path),
    )
    const declared = {
      [name]: '',
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }

    return [...readFileSync(path, 'utf8').matchAll(packageImports)]
      .map(([, imported = '']) => imported)
      .filter((imported) => !isBuiltin(imported) && !Object.hasOwn(declared, imported))
      .map((imported) => `${file}: ${imported}`)
  })
}
