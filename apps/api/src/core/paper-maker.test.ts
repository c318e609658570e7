import { afterEach, beforeEach, expect, it } from 'vitest'
import type { drawBlank, drawSample } from './paper-maker.fixture.ts'
import { type PaperDraft, PaperMaker } from './paper-maker.ts'
import type { ThreadFunction } from './thread-pool.ts'

const module = new URL('./paper-maker.fixture.ts', import.meta.url).href
const sample: ThreadFunction<typeof drawSample> = { module, name: 'drawSample' }
const blank: ThreadFunction<typeof drawBlank> = { module, name: 'drawBlank' }

let papers: PaperMaker
beforeEach(() => {
  papers = new PaperMaker({ maxRunning: 1, maxWaiting: 2, maxWaitingPerOwner: 2 })
})
afterEach(() => papers.close())

const draft = <Content>(content: Content, traits: Partial<PaperDraft<Content>> = {}): PaperDraft<Content> => ({
  fileName: 'paper.pdf',
  content,
  language: 'fr',
  madeAt: new Date('2026-03-02T09:00:00Z'),
  ...traits,
})

async function make(content: string, traits: Partial<PaperDraft<string>> = {}): Promise<string> {
  const { bytes } = await papers.make('anna', sample, async () => draft(content, traits))
  return bytes.toString()
}

it('draws a document once for the same content and language', async () => {
  expect(await make('invoice')).toBe('invoice 1 ')
  expect(await make('invoice', { madeAt: new Date('2026-03-02T10:00:00Z') })).toBe('invoice 1 ')

  expect(await make('invoice, changed')).toBe('invoice, changed 2 ')
  expect(await make('invoice', { language: 'en' })).toBe('invoice 3 ')
})

it('draws again what was drawn without all its pictures', async () => {
  const withPictures = (isComplete: boolean) => ({
    loadPictures: async () => ({ pictures: new Map([['a', Buffer.from('7')]]), isComplete }),
  })
  expect(await make('quotation', withPictures(false))).toBe('quotation 1 55')
  expect(await make('quotation', withPictures(true))).toBe('quotation 2 55')
  expect(await make('quotation', withPictures(true))).toBe('quotation 2 55')
})

it('keeps the documents used last, up to a size', async () => {
  const megabytes = 1024 * 1024
  const drawnAs = async (name: string) => {
    const { bytes } = await papers.make('anna', blank, async () => draft({ name, bytes: 6 * megabytes }))
    return bytes[0]
  }
  expect([await drawnAs('a'), await drawnAs('b'), await drawnAs('a')]).toEqual([1, 2, 1])
  expect([await drawnAs('c'), await drawnAs('a'), await drawnAs('b')]).toEqual([3, 1, 4])
})

it('composes nothing for a request that the full queue refuses', async () => {
  const composed: string[] = []
  const asks = Array.from({ length: 4 }, (_, i) =>
    papers.make('anna', sample, async () => {
      composed.push(`document ${i}`)
      return draft(`document ${i}`)
    }),
  )
  const results = await Promise.allSettled(asks)

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(results[3]).toMatchObject({ reason: { code: 'BUSY' } })
  expect(composed).toEqual(['document 0', 'document 1', 'document 2'])
})

it('makes the next document after one that failed', async () => {
  const faulty: ThreadFunction<typeof drawSample> = { module, name: 'drawNothing' }
  await expect(papers.make('anna', faulty, async () => draft('invoice'))).rejects.toThrow('exports no drawNothing')

  expect(await make('invoice')).toBe('invoice 1 ')
})
