import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { demoName, logInAsDemo } from '../demo-account.ts'
import { refuseStream } from '../no-stream.ts'
import { walkOrders } from './order-walk.ts'
import { brokenPart, largePart, parts } from './parts.ts'
import { picture } from './picture.ts'
import { desk, french, phone, settled, tall } from './stage.ts'

const quote = '/manufacture/quote'

/** All pictures, in the sequence of a customer's visit. */
export async function walk(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: desk, ...french })
  await refuseStream(context)
  const page = await context.newPage()
  await home(page)
  await logInAsDemo(page)

  const address = await newProject(page)
  await decide(page)
  await askExpert(page)
  await addBroken(page)
  await project(page)
  await part(page)

  const shared = await share(page)
  const kept = await context.storageState()
  const like = async (
    path: string,
    options: BrowserContextOptions,
    name: string,
    ready: (page: Page) => Promise<void>,
  ) => {
    const other = await browser.newContext({ baseURL, viewport: desk, ...french, storageState: kept, ...options })
    await refuseStream(other)
    const otherPage = await other.newPage()
    await otherPage.goto(path)
    await ready(otherPage)
    await picture(otherPage, name)
    await other.close()
  }
  await like(shared, { viewport: desk, storageState: { cookies: [], origins: [] } }, 'shared', async (other) => {
    await acceptCookies(other)
    await other.getByRole('table').waitFor()
    await settled(other)
  })
  await like(address, { viewport: phone }, 'project-phone', linesShown)
  await like(address, { locale: 'en-GB', viewport: tall }, 'project-english', async (other) => {
    await other.evaluate(() => localStorage.setItem('language', 'en'))
    await other.reload()
    await linesShown(other)
  })

  const opened = page.url()
  await like(opened, { viewport: phone }, 'part-phone', modelShown)
  await like(opened, { colorScheme: 'dark' }, 'part-dark', modelShown)
  await centre(page)
  await walkOrders(browser, page, new URL(address).pathname.split('/').at(-1) ?? '', baseURL)
  await context.close()
}

async function acceptCookies(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accepter' }).click()
}

async function linesShown(page: Page): Promise<void> {
  await page.getByRole('region', { name: /Pièces du projet|Parts of the project/ }).waitFor()
  await settled(page)
}

async function modelShown(page: Page): Promise<void> {
  const panel = page.getByRole('article')
  await panel.locator('canvas').waitFor()
  await panel.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await settled(page)
  await page.waitForTimeout(3000)
}

async function home(page: Page): Promise<void> {
  await page.goto(quote)
  await acceptCookies(page)
  await settled(page)
  await picture(page, 'quote-home')
}

async function newProject(page: Page): Promise<string> {
  // Most parts need no decision as 3D prints.
  await page.goto(`${quote}?technology=3d-printing`)
  // Only the hydrated app knows the customer.
  await page.getByRole('button', { name: `Compte de ${demoName}` }).waitFor()
  await settled(page)
  await page.locator('input[type=file]').first().setInputFiles(parts)

  const terms = page.getByRole('dialog')
  await terms.getByRole('checkbox').check()
  await picture(page, 'terms')
  await terms.getByRole('button', { name: 'Voir mes prix' }).click()
  await page.waitForURL(/\/quote\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Non merci' }).click()
  await page.getByText(/^\d pièces · [45] prêtes$/).waitFor({ timeout: 120_000 })
  await settled(page)
  await page.getByRole('button', { name: /Renommer le projet/ }).click()
  await page.getByLabel('Nom du projet').fill('Convoyeur, lot 2')
  await page.keyboard.press('Enter')

  return page.url()
}

const open = (page: Page, name: string) => page.getByRole('button', { name: `Ouvrir ${name}` }).click()
const close = (page: Page) => page.getByRole('button', { name: 'Fermer la pièce' }).first().click()

/** Accepts one warning and leaves the others. */
async function decide(page: Page): Promise<void> {
  await open(page, 'couvercle.stl')

  const findings = page.locator('[data-tour=findings]')
  await findings.getByRole('button', { name: 'Accepter le risque' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'J’accepte ce risque' }).click()
  await findings.getByText('Risque accepté').waitFor()
  await settled(page)
  await picture(page, 'findings', findings)
  await close(page)
}

async function askExpert(page: Page): Promise<void> {
  await open(page, 'equerre-support.stl')
  await page.getByRole('button', { name: 'Demander à un expert' }).first().click()
  await page.getByLabel('Votre question').fill('Pouvez-vous plier cette équerre au lieu de l’usiner ?')
  await page.getByRole('button', { name: 'Envoyer la question' }).click()
  await page.getByText('Un expert examine cette pièce').first().waitFor()
  await close(page)
}

/** A broken file, and one that is priced while it uploads. */
async function addBroken(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles([brokenPart])
  await page.getByText('Fichier inutilisable').waitFor({ timeout: 240_000 })

  const devTools = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 250_000 }
  await devTools.send('Network.emulateNetworkConditions', line)
  await page.locator('input[type=file]').first().setInputFiles([largePart])
  await page.getByText(/^Envoi\s[1-9]\d\s%$/).waitFor({ timeout: 240_000 })
  await page.getByRole('button', { name: `Suspendre l’envoi de ${largePart.name}` }).click()
  await page.getByText('En pause').first().waitFor()
}

async function project(page: Page): Promise<void> {
  await page.getByLabel('Quantité de platine-moteur.stl').fill('12')
  await page.getByText('Modifications enregistrées').waitFor()
  await page.keyboard.press('Tab')
  await page.setViewportSize(tall)
  await page.evaluate(() => window.scrollTo(0, 0))
  await settled(page)
  await picture(page, 'project')
  await page.setViewportSize(desk)
}

/** A part with its model and choices. */
async function part(page: Page): Promise<void> {
  await open(page, 'platine-moteur.stl')
  await modelShown(page)
  await picture(page, 'part')

  const panel = page.getByRole('article')
  await picture(page, 'services', panel.locator('[data-tour=services]'))

  const material = panel.locator('[data-tour=material]')
  await material.getByRole('button', { name: 'Changer', exact: true }).click()
  await material.scrollIntoViewIfNeeded()
  await page.mouse.move(0, 0)
  await material.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await settled(page)
  await picture(page, 'material')

  for (const at of [0, 1, 2])
    await material
      .getByRole('checkbox')
      .nth(at * 3)
      .check()

  await material.getByRole('button', { name: 'Comparer 3 matériaux' }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
  await picture(page, 'comparison')
  await page.keyboard.press('Escape')
}

async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Partager' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Créer un lien en lecture seule' }).click()
  const link = await dialog.getByLabel('Lien en lecture seule').inputValue()
  await picture(page, 'share')
  await page.keyboard.press('Escape')
  return link
}

async function centre(page: Page): Promise<void> {
  await page.goto('/manufacture/user/project')
  await settled(page)
  await picture(page, 'project-centre')
  await page.goto('/manufacture/user/order/upload-history')
  await settled(page)
  await picture(page, 'upload-history')
}
