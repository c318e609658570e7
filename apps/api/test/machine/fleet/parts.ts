import type { UploadOptions } from 'tus-js-client'
import type { Browser } from '#test/browser.ts'
import { aProject, getProject } from '#test/quote/quotes.ts'
import { mib, sendBytes } from '#test/quote/uploads.ts'
import { until } from '#test/until.ts'

/** Analysis processes have a low priority, and a killed worker's file is taken up after a while. */
export const patienceMs = 240_000

/** The web app retries too: a server that is replaced ends the chunks that it cannot finish. */
const retryDelays = Array.from({ length: 300 }, () => 100)

/** Announces and sends a file; returns its project and line. */
export async function sendPart(
  browser: Browser,
  name: string,
  content: Buffer,
  options: Partial<UploadOptions> = {},
): Promise<{ projectId: string; lineId: string; uploadId: string }> {
  const { id: projectId } = await aProject(browser)
  const files = [{ name, bytes: content.length }]
  const { data } = await browser.call('POST /global/project/{projectId}/lines', {
    params: { projectId },
    body: { files },
  })
  const [line] = data.lines
  if (!line) throw new Error('no line came back')

  await sendBytes(browser, line.upload.id, content, { chunkSize: 8 * mib, retryDelays, ...options })
  return { projectId, lineId: line.id, uploadId: line.upload.id }
}

/** Waits for the price of a project's only line, in minor units. */
export async function priceOf(browser: Browser, projectId: string): Promise<number> {
  return until(
    async () => (await getProject(browser, projectId)).lines[0]?.price?.linePrice.minor,
    'the price',
    patienceMs,
  )
}
