import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, pinnedEnvironment, pinnedNode, root } from './node-runtime.mjs'

const web = join(root, 'apps', 'web')
const stamp = join(web, 'dist', '.source-hash')
const skipped = new Set(['node_modules', 'dist', 'test-results'])

/** The build's inputs. */
const sources = [web, join(root, 'packages'), join(root, 'package-lock.json')]

function* filesOf(path) {
  if (statSync(path).isFile()) {
    yield path
    return
  }

  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!skipped.has(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield* filesOf(join(path, entry.name))
  }
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }

  return hash.digest('hex')
}

/**
 * Builds the web app unless `dist` has the same sources; `beforeBuild` may refuse. Prints bundler output
 * on failure.
 */
export function ensureWebBuilt(beforeBuild = () => undefined) {
  const wanted = sourceHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  beforeBuild()
  console.log('Building the web app (half a minute) …')

  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    // A shell or a test runner may have set another: React would then be its development build.
    env: { ...pinnedEnvironment(), NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${stdout}${stderr}\nThe web app could not be built (see above).`)

  writeFileSync(stamp, wanted)
}
