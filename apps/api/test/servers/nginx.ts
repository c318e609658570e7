import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/product-process.ts'
import { until } from '#test/until.ts'
import { hasOpenssl, makeCertificate } from './certificate.ts'
import { isListening } from './is-listening.ts'

/** Debian's packages; the tests that need them are skipped elsewhere. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined && hasOpenssl

export interface Nginx {
  /** With TLS. */
  url: string
  /** Without TLS. */
  plainUrl: string
  /** Certificate of the authority that clients must trust. */
  certificate: string
  /** What went wrong between it and the servers. */
  errorLog(): string
  stop(): Promise<void>
}

interface SitePlaces {
  httpPort: number
  httpsPort: number
  certificateFile: string
  keyFile: string
}

/** Starts a real nginx with a site on free ports. */
export async function startNginx(siteOf: (places: SitePlaces) => string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-nginx-'))
  chmodSync(folder, 0o755)
  const places = {
    httpPort: await freePort(),
    httpsPort: await freePort(),
    certificateFile: join(folder, 'certificate.pem'),
    keyFile: join(folder, 'key.pem'),
  }
  makeCertificate(places, { days: 1 })
  writeFileSync(join(folder, 'site.conf'), siteOf(places))

  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  mkdirSync(join(folder, 'temp'))
  const configuration = [
    // The account that nginx chooses by default need not exist, nor enter the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/temp/${name};`),
    `include ${folder}/site.conf;`,
    '}',
  ]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `${configuration.join('\n')}\n`)

  const child = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', file], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await until(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return isListening(places.httpsPort)
  }, 'nginx')

  return {
    url: `https://localhost:${places.httpsPort}`,
    plainUrl: `http://127.0.0.1:${places.httpPort}`,
    certificate: readFileSync(places.certificateFile, 'utf8'),
    errorLog: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
