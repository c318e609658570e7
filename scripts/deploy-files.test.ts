import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'cotation-deploy-'))
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const isMissing = (program: string) => spawnSync(program, ['-v']).error !== undefined

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files of deploy/', () => {
  it('start a program that exists, without npm in between', () => {
    const commands = [
      ...read('deploy/systemd/cotation.service').matchAll(/^ExecStart=(.*)$/gm),
      ...read('deploy/systemd/cotation-worker.service').matchAll(/^ExecStart=(.*)$/gm),
      ...read('deploy/container/Containerfile').matchAll(/^ENTRYPOINT (.*)$/gm),
    ].map(([, command = '']) => command)

    expect(commands).toHaveLength(3)
    for (const command of commands) {
      expect(command).not.toContain('npm')
      expect(existsSync(join(root, /scripts\/[a-z-]+\.mjs/.exec(command)?.[0] ?? ''))).toBe(true)
    }
  })

  it('set what several machines need, and only what docs/operations.md describes', () => {
    const documented = read('docs/operations.md')
    const names = [...read('deploy/environment').matchAll(/^#?([A-Z_0-9]+)=/gm)].map(([, name = '']) => name)

    expect(names).toContain('PUBLIC_URL')
    // Of several machines.
    const shared = ['DATABASE_URL', 'DATABASE_SESSION_URL', 'JOBS', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION']
    expect(names).toEqual(expect.arrayContaining(shared))
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
  })

  it('copy into a container only what exists, and neither data nor installed packages', () => {
    const containerfile = read('deploy/container/Containerfile')
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(\S+) \S+$/gm)].map(([, source = '']) => source)
    expect(copied).not.toEqual([])
    for (const source of copied) expect(existsSync(join(root, source)), source).toBe(true)

    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['data', 'node_modules', '.git']))
  })

  it.skipIf(isMissing('systemd-analyze'))('are accepted by systemd', () => {
    const units = ['cotation', 'cotation-worker'].map((name) => join(root, `deploy/systemd/${name}.service`))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.skipIf(isMissing('nginx') || isMissing('openssl'))('are accepted by nginx', () => {
    const tls = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
    const subject = ['-subj', '/CN=devis.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', tls.key, '-out', tls.certificate], {
      stdio: 'ignore',
    })

    // nginx opens the addresses even to check a file: sockets instead of ports that may be taken.
    const site = read('deploy/nginx/cotation.conf')
      .replace('/etc/cotation/tls/fullchain.pem', tls.certificate)
      .replace('/etc/cotation/tls/privkey.pem', tls.key)
      .replaceAll(/listen (\[::\]:)?(80|443)/g, (_all, _v6, port) => `listen unix:${join(folder, `${port}.sock`)}`)
      .replaceAll(/(listen unix:[^;]+;)\n\s*listen unix:[^;]+;/g, '$1')
    writeFileSync(join(folder, 'site.conf'), site)
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/site.conf; }\n`)

    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('test is successful') })
  })
})
