import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { binaryStl, box, sphere } from '../packages/geometry/solids.ts'
import { choose, drop, expectStatus, file, line, opener, openPricedPart } from './dropped-parts.ts'
import { expect, expectAccessible, test as journey } from './journey.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'
import { quoteWords } from './words.ts'

/** A few megabytes: a sphere of n segments has n × (n − 2) triangles of 50 bytes. */
const content = binaryStl(sphere(30, 260))
const name = 'boule.stl'
const slow = 200_000
const fast = Number.POSITIVE_INFINITY

const test = journey.extend<{ slowLine: SlowLine }>({
  slowLine: async ({ baseURL }, use) => {
    const opened = await startSlowLine(baseURL ?? '', slow)
    await use(opened)
    await opened.close()
  },
  proxy: async ({ slowLine }, use) => use({ server: slowLine.server }),
  // The browser logs aborted and failed requests in the console.
  provokedErrors: /^Failed to load resource: net::ERR_/,
})

/** The file offset of each upload request. */
function offsetsSent(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/gateway/upload/'))
      offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

/** The server stored the file exactly once, byte for byte. */
async function expectStoredOnce(page: Page): Promise<void> {
  const stored = await page.evaluate(async () => {
    const { value } = JSON.parse(localStorage.getItem('temporaryToken') ?? '{}')
    const ask = (path: string) => fetch(`/gateway/global/${path}`, { headers: { authorization: `Bearer ${value}` } })
    const { data } = await (await ask(`project/${location.pathname.split('/').at(-1)}`)).json()
    const lines = data.project.lines as { upload: { id: string } }[]

    return Promise.all(
      lines.map(async ({ upload }) => {
        const digest = await crypto.subtle.digest(
          'SHA-256',
          await (await ask(`upload/${upload.id}/content`)).arrayBuffer(),
        )
        return [...new Uint8Array(digest)]
      }),
    )
  })
  expect(stored).toEqual([[...createHash('sha256').update(content).digest()]])
}

/** Part of the file was uploaded, and the screen shows the progress. */
async function expectUnderWay(page: Page, { carriedBytes }: SlowLine, since = 0): Promise<void> {
  await expect.poll(carriedBytes, { timeout: 120_000 }).toBeGreaterThan(since + 100_000)
  await expect(line(page, name).getByText(/^(Lecture|Envoi) \d+\s%$/)).toBeVisible()
}

test('an upload is paused and resumed, and survives a reload of the page (UPL-1)', async ({ page, slowLine }) => {
  const offsets = offsetsSent(page)
  await drop(page, [file(name, content)])
  await expectUnderWay(page, slowLine)
  // The price does not wait for the upload.
  await expect(line(page, name).getByText('Estimation')).toBeVisible()

  await page.getByRole('button', { name: `Suspendre l’envoi de ${name}` }).click()
  await expect(line(page, name).getByText(/^En pause/)).toBeVisible()
  const paused = slowLine.carriedBytes()
  const requests = offsets.length
  await expectAccessible(page)
  await expect(line(page, name).getByText(/^En pause/)).toBeVisible()
  expect(offsets).toHaveLength(requests)
  await page.getByRole('button', { name: `Reprendre l’envoi de ${name}` }).click()
  await expect.poll(() => offsets.length).toBeGreaterThan(requests)
  await expectUnderWay(page, slowLine, paused)

  // Bytes buffered by the proxy are lost, so the next page has the rest to upload.
  const address = page.url()
  slowLine.breakDown()
  await expect(page.reload()).rejects.toThrow(/net::ERR_/)
  // The browser shows its error page a moment later.
  await page.waitForURL(/^chrome-error:/)
  slowLine.mend()

  const gone = slowLine.carriedBytes()
  await page.goto(address)
  await expect(opener(page, name)).toBeVisible()
  await expectUnderWay(page, slowLine, gone)

  slowLine.setPace(fast)
  await expectStatus(page, name, 'Prête')

  const [first, ...resumed] = offsets
  expect(first).toBe(0)
  expect(resumed.length).toBeGreaterThanOrEqual(2)
  expect(Math.min(...resumed), `offsets: ${offsets}`).toBeGreaterThan(0)
  await expectStoredOnce(page)
})

test('an upload resumes by itself when the connection is back (UPL-1)', async ({ page, slowLine }) => {
  const offsets = offsetsSent(page)
  await drop(page, [file(name, content)])
  await expectUnderWay(page, slowLine)

  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  slowLine.breakDown()
  await lost
  slowLine.setPace(fast)
  slowLine.mend()
  await expectStatus(page, name, 'Prête')

  expect(offsets.at(-1), `offsets: ${offsets}`).toBeGreaterThan(0)

  await expectStoredOnce(page)
})

test('an upload of a closed browser resumes when the project is opened again (UPL-1)', async ({
  page,
  context,
  slowLine,
}) => {
  await drop(page, [file(name, content)])
  await expectUnderWay(page, slowLine)

  const address = page.url()
  slowLine.breakDown()
  await page.close()
  slowLine.setPace(fast)
  slowLine.mend()

  const again = await context.newPage()
  const offsets = offsetsSent(again)
  await again.goto(address)
  await expectStatus(again, name, 'Prête')

  expect(offsets.length).toBeGreaterThan(0)
  expect(Math.min(...offsets)).toBeGreaterThan(0)

  await expectStoredOnce(again)
})

test('while 50 MB are sent their size and price are shown, and another part is configured', async ({ page }) => {
  test.slow()

  const folder = await mkdtemp(join(tmpdir(), 'cotation-large-'))
  try {
    const large = join(folder, 'grand.stl')
    await writeFile(large, binaryStl(sphere(50, 1002)))
    await drop(page, [file('petit.stl', binaryStl(box([20, 20, 20])))])
    await expectStatus(page, 'petit.stl', 'Prête')

    await choose(page, large)
    const part = await openPricedPart(page, 'petit.stl')
    await part.getByLabel(quoteWords.fr.quantity, { exact: true }).fill('10')
    await expect(part.getByRole('region', { name: 'Prix', exact: true }).getByText(/10\spièces/)).toBeVisible()
    await part.getByRole('button', { name: quoteWords.fr.close }).click()

    const row = line(page, 'grand.stl')
    await expect(row.getByText(/^(100|99,9\d?) ×\s(100|99,9\d?) ×\s100\smm$/)).toBeVisible({ timeout: 120_000 })
    await expect(row.locator('data').last()).toHaveText(/\$US$/)
    await expect(row.getByText('Estimation')).toBeVisible()
    await expect(row.getByRole('progressbar')).toBeVisible()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
