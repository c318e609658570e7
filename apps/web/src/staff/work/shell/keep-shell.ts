import { useEffect } from 'react'
import { isOwnAsset, type KeepRequest, shellWorkerAddress, workAddress } from './shell-protocol.ts'

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
    // Without network, the worker of an earlier visit goes on. Tried again when a work screen is next opened.
    keepShell(build, navigator.serviceWorker).catch(() => {
      isKeeping = false
    })
  }, [])
}

async function keepShell(build: string, workers: ServiceWorkerContainer): Promise<void> {
  // Shown for the first time when a call fails: without a network it could not be loaded any more.
  await import('#ui/toasts.tsx')
  const registration = await workers.register(shellWorkerAddress, { scope: workAddress, updateViaCache: 'none' })

  const assets = new Set(linkedAddresses().filter(isKept))
  const send = () => {
    const request: KeepRequest = { build, assets: [...assets] }
    const worker = registration.active ?? registration.waiting ?? registration.installing
    worker?.postMessage(request)
  }

  let timer = setTimeout(send, settleMs)
  const observer = new PerformanceObserver((list) => {
    const before = assets.size
    for (const { name } of list.getEntries()) if (isKept(name)) assets.add(name)
    if (assets.size === before) return

    clearTimeout(timer)
    timer = setTimeout(send, settleMs)
  })
  observer.observe({ type: 'resource', buffered: true })
}

const isKept = (address: string) => isOwnAsset(new URL(address), location.origin)

/**
 * What the page names itself. The browser's list of requests ends after 250: other screens may have
 * filled it before the work screen was loaded.
 */
function linkedAddresses(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[rel="stylesheet"]')
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src]')
  return [...Array.from(links, ({ href }) => href), ...Array.from(scripts, ({ src }) => src)]
}
