// @vitest-environment node
import { languages } from '@cotation/domain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listPages, renderLanding, renderMaterials, renderSkeleton } from './prerender.tsx'

/** At build time there is no server: a page that asks one waits and is then rendered without data. */
function noteRequests() {
  const request = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no server at build time'))
  vi.stubGlobal('fetch', request)
  return request
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('prerendering', () => {
  it('renders the quote home, the skeleton and the titles without a request', async () => {
    const request = noteRequests()

    expect(await renderLanding()).toContain('<h1')
    expect(renderSkeleton()).toContain('aria-busy')
    expect(await listPages()).not.toHaveLength(0)
    expect(request).not.toHaveBeenCalled()
  })

  it('asks for files in words that suit a phone too, where nothing can be dropped', async () => {
    noteRequests()
    const page = await renderLanding()

    expect(page).toContain('Ajoutez vos fichiers 3D')
    expect(page).not.toContain('Déposez')
  })

  it('renders the pages of materials in every language without a request', async () => {
    const request = noteRequests()

    const { pages } = (await renderMaterials(1)) as { pages: Record<string, Record<string, { body: string }>> }
    for (const language of languages) expect(pages['/materials']?.[language]?.body).toContain('<h1')
    expect(request).not.toHaveBeenCalled()
  })
})
