import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOidcServer } from '../apps/api/test/servers/oidc.ts'
import { findChromium } from './chromium.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Gives what the product said when it is ready; its own words come along when it does not get there. */
function ready(product: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('achats@demo.example')) resolve(said)
    }
    product.stdout?.on('data', listen)
    product.stderr?.on('data', listen)
    product.once('exit', () => reject(new Error(`the product did not start:\n${said}`)))
  })
}

function stopped(product: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    product.once('exit', () => resolve())
    product.kill('SIGTERM')
  })
}

/** Starts the whole product as a newcomer would, beside a real OpenID provider, for all journeys. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const client = {
    clientId: 'cotation',
    clientSecret: 'journey-secret',
    redirectUris: [`${url}/manufacture/quick-callback/atelier`],
  }
  const oidc = await startOidcServer({ clients: [client] })
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-journeys-'))
  const provider = {
    channel: 'atelier',
    name: 'Atelier ID',
    issuer: oidc.issuer.href,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
  }
  const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      OIDC_PROVIDERS: JSON.stringify([provider]),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await ready(product)
  process.env.DEMO_PASSWORD = /camille@demo\.example\s+(\S+)/.exec(said)?.[1] ?? ''
  process.env.PRODUCT_URL = url
  process.env.CHROMIUM_PATH = await findChromium()
  return async () => {
    await stopped(product)
    await oidc.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
