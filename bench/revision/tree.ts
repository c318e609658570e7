import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** The sources of a revision. */
export interface Tree {
  name: string
  dir: string
  close(): Promise<void>
}

export const workingTree: Tree = { name: 'now', dir: root, close: async () => undefined }

/**
 * The sources of an earlier revision in a temporary folder. It uses the libraries installed here, so
 * that a comparison shows the difference of the product alone.
 */
export async function checkOut(revision: string): Promise<Tree> {
  const dir = await mkdtemp(join(tmpdir(), 'cotation-revision-'))
  const archive = join(dir, 'sources.tar')
  await run('git', ['archive', '--output', archive, revision], { cwd: root })
  await run('tar', ['--extract', '--file', archive, '--directory', dir])
  await linkLibraries(join(root, 'node_modules'), join(dir, 'node_modules'))

  return { name: revision, dir, close: () => rm(dir, { recursive: true, force: true }) }
}

/** Gives an earlier revision the web app that is built here, because building its own takes minutes. */
export async function linkWebApp({ dir }: Tree): Promise<void> {
  const built = 'apps/web/dist'
  await symlink(join(root, built), join(dir, built))
}

/** The product's own packages are relative links, which lead to the sources of the revision. */
async function linkLibraries(from: string, to: string): Promise<void> {
  const own = '@cotation'
  await mkdir(join(to, own), { recursive: true })

  const libraries = (await readdir(from)).filter((name) => name !== own && !name.startsWith('.'))
  for (const name of libraries) await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, own)))
    await symlink(await readlink(join(from, own, name)), join(to, own, name))
}
