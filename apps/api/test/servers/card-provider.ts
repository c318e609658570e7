import {
  type CardChoice,
  getSimulatorSecrets,
  type SimulatorSecrets,
  type Switches,
  serveCardSimulator,
} from '@cotation/card-simulator'
import { loadTexts } from '#core/texts.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { sendPlainPage } from '#http/plain-page.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { startHttpServer } from './http-server.ts'

export interface CardProviderControl {
  switches?: Partial<Switches>
  /** Gives everything pending its outcome now. */
  settle?: true
  /** The id of a payment ("pi_…") to open or close a dispute for. */
  dispute?: string
  closeDispute?: string
  /** Closes the dispute as lost. */
  loseDispute?: string
}

export interface TestCardProvider {
  url: string
  secrets: SimulatorSecrets
  /** The target of its webhooks; a closed port until a test sets it. */
  webhookUrl: string
  control(command: CardProviderControl): Promise<void>
  close(): Promise<void>
}

/** Controls a simulated provider at `url`, which may be the product's own server. */
export async function controlCardProvider(
  { url, secretKey }: { url: string; secretKey: string },
  command: CardProviderControl,
): Promise<void> {
  const answer = await fetch(`${url}/simulator/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  if (!answer.ok) throw new Error(`the provider refused: ${await answer.text()}`)
}

/** Controls the simulated provider of an app. */
export async function controlCards(
  app: { url: string; deps: { db: Db } },
  command: CardProviderControl,
): Promise<void> {
  const { secretKey } = await getSimulatorSecrets(app.deps.db, new Date())
  await controlCardProvider({ url: app.url, secretKey }, command)
}

/**
 * Chooses a card on the provider's page; returns the redirect's target. `url` is the simulator's
 * server, because the page's own URL is the public one.
 */
export async function payOnPage(url: string, page: string, card: CardChoice): Promise<string> {
  const answer = await fetch(new URL(new URL(page).pathname, url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}`)

  return answer.headers.get('location') ?? ''
}

/** A separate simulated card provider on a loopback port. */
export async function startCardProvider(
  options: { clock?: () => Date; database?: string } = {},
): Promise<TestCardProvider> {
  const clock = options.clock ?? (() => new Date())
  const db = openDatabase(options.database ?? (await copyDatabase()))
  const secrets = await getSimulatorSecrets(db, clock())
  const texts = await loadTexts()

  const simulator = serveCardSimulator({
    db,
    clock,
    log: silentLog,
    publicUrl: 'http://localhost',
    secrets,
    sendPage: sendPlainPage,
    texts: (language, key) => texts(language, 'simulator', key),
    webhookUrl: () => provider.webhookUrl,
  })
  const server = await startHttpServer(async (app) => {
    await app.register(simulator)
  })
  const provider: TestCardProvider = {
    url: server.url,
    secrets,
    webhookUrl: 'http://127.0.0.1:9/',
    control: (command) => controlCardProvider({ url: server.url, secretKey: secrets.secretKey }, command),
    async close() {
      await server.close()
      await db.destroy()
    },
  }

  return provider
}
