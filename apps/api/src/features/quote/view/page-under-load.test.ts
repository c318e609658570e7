import { Agent, get } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LoopDelay } from '#http/loop-delay.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { addStoredLines, anUploadOf, aProject } from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'

const defaults = { REQUESTS_AT_ONCE: '32', LOOP_DELAY_MS: '10' }

/** An event loop that was late three times and is not measured again: the limit stays at its floor. */
const lateLoop: LoopDelay = {
  recentMs: () => 11,
  onSample(listener) {
    for (let sample = 0; sample < 3; sample++) listener(11)
  },
  close: () => undefined,
}

const app = useApp(defaults, undefined, lateLoop)

let owner: Browser
let paths: string[]

/** What the page of a project of 20 parts reads when it opens. */
beforeAll(async () => {
  owner = await aBrowserOf(app, (await aCustomer(app)).id)
  const { id } = await aProject(owner)
  const uploadIds: string[] = []
  for (let copy = 0; copy < 20; copy++) uploadIds.push(await anUploadOf(app, owner, { copy }))
  const { lines } = (await addStoredLines(owner, id, uploadIds)).data

  const keys = lines.map(({ thumbnailId }) => thumbnailId ?? '')
  for (const key of keys) {
    const thumbnailId = app.deps.thumbnails.open(key)?.thumbnailId
    await app.deps.files.put(`thumbnails/${thumbnailId}`, Buffer.from('a picture'), { contentType: 'image/webp' })
  }
  expect(new Set(keys).size).toBe(20)

  const calls = ['account/me', 'catalogue/current', `project/${id}`, `project/${id}/activity`]
  paths = [...calls, ...keys.map((key) => `quote/thumbnail/${key}`)].map((path) => `/gateway/global/${path}`)
})

/** Opens the page over so many kept-alive connections of HTTP/1.1; returns the answers' statuses. */
async function openPage(connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${owner.token}` }
  const statusOf = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get(`${app.url}${path}`, { agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      }).once('error', reject)
    })

  try {
    return await Promise.all(paths.map(statusOf))
  } finally {
    agent.destroy()
  }
}

describe('the page of a project of 20 parts, opened while the server is overloaded (FLT-8)', () => {
  it.each([
    ['the six connections of a browser', 6],
    ['a connection each, as a proxy passes on HTTP/2', 24],
  ])('is answered whole over %s', async (_, connections) => {
    expect(await openPage(connections)).toEqual(paths.map(() => 200))
  })
})
