import { useEffect } from 'react'
import { basepath } from '#lib/base-path.ts'
import { type KeepRequest, shellWorkerAddress, workAddress } from './shell-protocol.ts'

/** Files come in groups: they are reported together. */
const settleMs = 1000

const pageBuild = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

let isKeeping = false

/**
 * Keeps the page and the files that it has loaded, so that it opens again without a network. Not
 * while developing, and not where the browser has no service workers: without TLS or in private
 * windows.
 */
export function useKeptShell(): void {
  useEffect(() => {
    const build = pageBuild()
    if (isKeeping || !build || !('serviceWorker' in navigator)) return

    isKeeping = true
    // Without network, the worker of an earlier visit goes on.
    keepShell(build, navigator.serviceWorker).catch(() => undefined)
  }, [])
}

async function keepShell(build: string, workers: ServiceWorkerContainer): Promise<void> {
  // Shown for the first time when a call fails: without a network it could not be loaded any more.
  await import('#ui/toasts.tsx')
  const registration = await workers.register(shellWorkerAddress, { scope: workAddress, updateViaCache: 'none' })

  const assets = new Set<string>()
  const send = () => {
    const request: KeepRequest = { build, assets: [...assets] }
    const worker = registration.active ?? registration.waiting ?? registration.installing
    worker?.postMessage(request)
  }

  // Not the list of the browser, which ends after 250 requests.
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new PerformanceObserver((list) => {
    const before = assets.size
    for (const { name } of list.getEntries()) if (isOwnAsset(name)) assets.add(name)
    if (assets.size === before) return

    clearTimeout(timer)
    timer = setTimeout(send, settleMs)
  })
  observer.observe({ type: 'resource', buffered: true })
}

function isOwnAsset(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname.startsWith(`${basepath}/assets/`)
}
