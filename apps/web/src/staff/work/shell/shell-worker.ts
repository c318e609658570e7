import { KeptShell, kindOf } from './kept-shell.ts'
import type { KeepRequest } from './shell-protocol.ts'

/*
 * The service worker of the work screens. It knows no build: pages tell it what to keep, so that a
 * new release needs no new worker.
 */

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface KeepEvent extends LastingEvent {
  readonly data: KeepRequest
}

/** The types of service workers contradict those of pages, with which this file is checked. */
interface WorkerScope {
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(type: 'message', listener: (event: KeepEvent) => void): void
}

const scope = globalThis as unknown as WorkerScope
const { origin } = location
const shell = new KeptShell({ origin, caches, fetch: (request, options) => fetch(request, options) })

// A newer worker keeps the same things: no page has to be closed first.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, origin)
  if (kind === 'page') event.respondWith(shell.page(event.request))
  if (kind === 'asset') event.respondWith(shell.asset(event.request))
})

// Only pages of the product can send messages to its worker.
scope.addEventListener('message', (event) => event.waitUntil(shell.keep(event.data)))
