import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const packages = globSync('packages/*/package.json', { cwd: root }).map(dirname).sort()

/** The example of a README, and what its comments say it prints. */
function exampleIn(readme: string): { code: string; printed: string[] } {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const printed = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)/g)].map(([, output = '']) => output)
  return { code, printed }
}

describe('the README of each package', () => {
  it.each(packages)('%s has an example that prints what it says', async (folder) => {
    const readme = join(root, folder, 'README.md')
    expect(existsSync(readme), `${folder} has a README`).toBe(true)

    const { code, printed } = exampleIn(readFileSync(readme, 'utf8'))
    expect(printed.length).toBeGreaterThan(0)

    // Below the root, where the workspaces can be imported by name.
    const file = join(root, 'test-results/readme-examples', `${folder.replace('/', '-')}.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)

    const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', file])
    expect(stdout.trimEnd().split('\n')).toEqual(printed)
  })
})
