import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KeptShell, kindOf } from './kept-shell.ts'

const origin = 'https://shop.example'
const pageOf = (build: string) => `<html data-staff><meta name="build" content="${build}"></html>`
const script = `${origin}/manufacture/assets/index-a1.js`
const style = `${origin}/manufacture/assets/work-b2.css`
const newScript = `${origin}/manufacture/assets/index-c3.js`

/** What the worker uses of the browser's caches. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (address: RequestInfo | URL) => new URL(String(address), origin).pathname
  const cacheOf = (files: Map<string, Response>) => ({
    match: async (address: RequestInfo | URL) => files.get(pathOf(address))?.clone(),
    put: async (address: RequestInfo | URL, answer: Response) => void files.set(pathOf(address), answer),
  })
  const caches = {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    async open(name: string) {
      const files = all.get(name) ?? new Map<string, Response>()
      all.set(name, files)
      return cacheOf(files)
    },
  }
  const kept = () => Object.fromEntries([...all].map(([name, files]) => [name, [...files.keys()]]))
  return { caches: caches as CacheStorage, kept }
}

/** A service worker with a server that has the files of one build. */
function startWorker() {
  const { caches, kept } = memoryCaches()
  const server = { build: 'one', isReachable: true, status: 200 }
  const fetch = vi.fn(async (request: Request | string) => {
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, origin)
    if (pathname.includes('/gone-')) return new Response('', { status: 404 })
    return new Response(pathname.includes('/assets/') ? pathname : pageOf(server.build), { status: server.status })
  })
  return { shell: new KeptShell({ origin, caches, fetch }), server, fetch, kept }
}

/** jsdom has no navigations: the worker passes them on as they are. */
const navigation = { url: `${origin}/manufacture/staff/work/F100001` } as Request

describe('the service worker of the work screens', () => {
  it.each([
    ['page', 'GET', 'navigate', `${origin}/manufacture/staff/work`],
    ['page', 'GET', 'navigate', `${origin}/manufacture/staff/work/F100001?lang=en`],
    ['other', 'GET', 'navigate', `${origin}/manufacture/staff/work-shell.js`],
    ['other', 'GET', 'navigate', `${origin}/manufacture/staff/orders/1`],
    ['other', 'GET', 'cors', `${origin}/manufacture/staff/work`],
    ['asset', 'GET', 'cors', script],
    ['asset', 'GET', 'no-cors', style],
    ['other', 'GET', 'cors', 'https://elsewhere.example/manufacture/assets/index-a1.js'],
    ['other', 'GET', 'cors', `${origin}/gateway/global/staff/me`],
    ['other', 'POST', 'cors', `${origin}/gateway/global/staff/production/step/1/report`],
    ['other', 'GET', 'cors', `${origin}/manufacture/favicon.svg`],
  ] as const)('takes for a request of kind %s: %s %s %s', (kind, method, mode, url) => {
    expect(kindOf({ method, mode, url }, origin)).toBe(kind)
  })

  it('keeps the page once it has all of its files, and shows it without network', async () => {
    const { shell, server, kept } = startWorker()
    await shell.keep({ build: 'one', assets: [script, style, 'https://elsewhere.example/manufacture/assets/x.js'] })
    expect(kept()).toEqual({
      'staff-work.one': [
        '/manufacture/assets/index-a1.js',
        '/manufacture/assets/work-b2.css',
        '/manufacture/staff/work',
      ],
    })

    server.isReachable = false
    expect(await (await shell.page(navigation)).text()).toBe(pageOf('one'))
    expect(await (await shell.asset(new Request(script))).text()).toBe('/manufacture/assets/index-a1.js')
  })

  it('keeps no page while one of its files is missing', async () => {
    const { shell, kept } = startWorker()
    await shell.keep({ build: 'one', assets: [script, `${origin}/manufacture/assets/gone-d4.js`] })
    expect(Object.values(kept()).flat()).not.toContain('/manufacture/staff/work')
  })

  it('replaces an older build as a whole, and never the newer one by a page that is still open', async () => {
    const { shell, server, kept } = startWorker()
    await shell.keep({ build: 'one', assets: [script] })
    server.build = 'two'
    await shell.keep({ build: 'two', assets: [newScript] })
    expect(Object.keys(kept())).toEqual(['staff-work.two'])

    await shell.keep({ build: 'one', assets: [script, style] })
    expect(Object.keys(kept())).toEqual(['staff-work.two'])
  })

  it('adds what the same page loads later, without reading the page again', async () => {
    const { shell, fetch, kept } = startWorker()
    await shell.keep({ build: 'one', assets: [script] })
    await shell.keep({ build: 'one', assets: [script, style] })
    expect(kept()['staff-work.one']).toContain('/manufacture/assets/work-b2.css')
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  describe('with a kept page', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('shows the page of the server where there is a network', async () => {
      const { shell, server } = startWorker()
      await shell.keep({ build: 'one', assets: [script] })
      server.build = 'two'
      expect(await (await shell.page(navigation)).text()).toBe(pageOf('two'))
    })

    it('shows the kept one instead of the error of a proxy without a server', async () => {
      const { shell, server } = startWorker()
      await shell.keep({ build: 'one', assets: [script] })
      server.status = 502
      expect((await shell.page(navigation)).status).toBe(200)
    })

    it('shows the kept one if the network has not answered within four seconds', async () => {
      const { shell, fetch } = startWorker()
      await shell.keep({ build: 'one', assets: [script] })
      fetch.mockReturnValueOnce(new Promise(() => {}))

      let shown: Response | undefined
      void shell.page(navigation).then((answer) => {
        shown = answer
      })
      await vi.advanceTimersByTimeAsync(3900)
      expect(shown).toBeUndefined()
      await vi.advanceTimersByTimeAsync(200)
      expect(await shown?.text()).toBe(pageOf('one'))
    })
  })

  it('waits for the network, and passes its failure on, while nothing is kept', async () => {
    const { shell, server } = startWorker()
    server.isReachable = false
    await expect(shell.page(navigation)).rejects.toThrow(TypeError)
    server.isReachable = true
    server.status = 503
    expect((await shell.page(navigation)).status).toBe(503)
  })
})
