import { visitStorage } from '#lib/browser-storage.ts'
import { api } from '#lib/gateway/api.ts'

const channelKey = 'cm'

/** Spec 3: `cm` and every parameter with the prefix `utm`; no others. */
export function trackedParameters(search: string): Record<string, string> {
  const tracked: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    if (/^(cm|utm[a-z0-9_]{0,40})$/.test(name) && value !== '') tracked[name] = value.slice(0, 200)
  }
  return tracked
}

/** The channel link that brought the visitor, for the sign-up form. */
export function channel(): string | undefined {
  return visitStorage.get(channelKey) ?? undefined
}

/** Reports the source of the visit (spec 7). A failure is not shown to the visitor. */
export async function trackLanding(address: { href: string; search: string }, referrer: string): Promise<void> {
  const parameters = trackedParameters(address.search)
  if (Object.keys(parameters).length === 0) return

  const cm = parameters.cm?.slice(0, 64)
  if (cm) visitStorage.set(channelKey, cm)

  const body = { referer: referrer.slice(0, 2000), browse_url: address.href.slice(0, 2000), ...parameters }
  await Promise.allSettled([
    ...(cm ? [api('GET /global/account/distribution/access', { query: { cm } }, { quiet: true })] : []),
    api('POST /global/tools/semRecord', { body }, { quiet: true }),
  ])
}
