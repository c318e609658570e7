import { startOidcServer } from '../apps/api/test/servers/oidc.ts'
import { findChromium } from './chromium.ts'
import { startRestoredProduct } from './restored-product.ts'
import { freePort, startProduct } from './start-product.ts'

/**
 * Starts the product like `npm start`, with a real OpenID provider, for all journeys. In `--all`, they
 * run on one that was restored from a backup.
 */
export default async function setUpJourneys(): Promise<() => Promise<void>> {
  const port = await freePort()
  const clientId = 'cotation'
  const clientSecret = 'journey-secret'
  const redirectUris = [`http://localhost:${port}/manufacture/quick-callback/atelier`]
  const oidc = await startOidcServer({ clients: [{ clientId, clientSecret, redirectUris }] })
  const provider = { channel: 'atelier', name: 'Atelier ID', issuer: oidc.issuer.href, clientId, clientSecret }

  // Reloads become spendable after seconds instead of minutes. Journeys count rows, so no shop is filled.
  // A refund of what one of their orders costs needs a second person.
  const settings = {
    OIDC_PROVIDERS: JSON.stringify([provider]),
    RELOAD_MINUTES: '0.05',
    DEMO: 'accounts',
    FOUR_EYES_REFUND_USD: '200',
  }
  const start = process.env.JOURNEYS === 'all' ? startRestoredProduct : startProduct
  const product = await start(port, settings)
  process.env.PRODUCT_URL = product.url
  process.env.PRODUCT_DATA = product.dataDir
  process.env.DEMO_PASSWORD = /camille@demo\.example\s+(\S+)/.exec(product.said)?.[1] ?? ''
  process.env.CHROMIUM_PATH = await findChromium()

  return async () => {
    await product.stop()
    await oidc.close()
  }
}
