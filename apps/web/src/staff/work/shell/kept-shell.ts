import { isOwnAsset, type KeepRequest, workAddress } from './shell-protocol.ts'

/** How long the network may take to answer with the page before the kept one is shown. */
const pageTimeoutMs = 4000

/** One cache for each build. The page is stored last: a cache that has it is complete. */
const cachePrefix = 'staff-work.'

export type RequestKind = 'page' | 'asset' | 'other'

/** What a request is for. Only the page and the files of a build are ever answered from the cache. */
export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): RequestKind {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'other'
  if (isOwnAsset(address, origin)) return 'asset'

  const isWork = address.pathname === workAddress || address.pathname.startsWith(`${workAddress}/`)
  return mode === 'navigate' && isWork ? 'page' : 'other'
}

/** What the service worker uses of its global scope. */
export interface Network {
  origin: string
  caches: CacheStorage
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
}

/** The page of the work screens and its files, kept for a reload without network. */
export class KeptShell {
  readonly #network: Network
  #lastKept: Promise<void> = Promise.resolve()

  constructor(network: Network) {
    this.#network = network
  }

  /** From the network; the kept page if that is absent, slow or has no working server. */
  async page(request: Request): Promise<Response> {
    const coming = this.#network.fetch(request)
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeoutMs))
    const first = await Promise.race([coming.catch(() => undefined), late])
    if (first && first.status < 500) return first

    return (await this.#find(workAddress)) ?? first ?? coming
  }

  /** Files with a hash in their name never change. */
  async asset(request: Request): Promise<Response> {
    return (await this.#find(request.url)) ?? this.#network.fetch(request)
  }

  /** Keeps what a page has loaded, one request after the other. */
  keep(request: KeepRequest): Promise<void> {
    // Without network there is nothing to add; the next page asks again.
    this.#lastKept = this.#lastKept.then(() => this.#keep(request)).catch(() => undefined)
    return this.#lastKept
  }

  async #keep({ build, assets }: KeepRequest): Promise<void> {
    const { origin, caches } = this.#network
    const name = cachePrefix + build
    const cache = await caches.open(name)
    const isComplete = (await cache.match(workAddress)) !== undefined

    const page = isComplete ? null : await this.#network.fetch(workAddress, { cache: 'no-store' })
    if (page && !(await isOfBuild(page, build))) {
      // The server has a newer release, whose page will ask for its own files.
      await caches.delete(name)
      return
    }

    const own = assets.filter((address) => isOwnAsset(new URL(address, origin), origin))
    await Promise.all(own.map((address) => this.#add(cache, address)))
    if (!page) return

    await cache.put(workAddress, page)
    for (const other of await this.#cacheNames()) if (other !== name) await caches.delete(other)
  }

  async #add(cache: Cache, address: string): Promise<void> {
    if (await cache.match(address)) return

    const answer = await this.#network.fetch(address)
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`)
    await cache.put(address, answer)
  }

  async #cacheNames(): Promise<string[]> {
    return (await this.#network.caches.keys()).filter((name) => name.startsWith(cachePrefix))
  }

  async #find(address: string): Promise<Response | undefined> {
    for (const name of await this.#cacheNames()) {
      const cache = await this.#network.caches.open(name)
      // The server varies its answers by compression only, which is undone here.
      const found = await cache.match(address, { ignoreVary: true })
      if (found) return found
    }
  }
}

const isOfBuild = async (page: Response, build: string): Promise<boolean> =>
  page.ok && (await page.clone().text()).includes(`"${build}"`)
