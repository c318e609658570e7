import { beforeEach, describe, expect, it } from 'vitest'
import { newPublicId } from '#core/secrets.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { aQuotedProject, removeLines, restoreLines } from '#test/quote/quotes.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let owner: Browser

beforeEach(async () => {
  owner = await aBrowserOf(app, (await aCustomer(app)).id)
})

/** Loads it as an `<img>` does: without a token. */
const load = (key: string | null | undefined) => app.browser().fetch(`/gateway/global/quote/thumbnail/${key}`)
const statusOf = async (key: string | null | undefined) => (await load(key)).status

/** A project of one part whose picture is stored. */
async function aPicturedProject(browser: Browser, picture = Buffer.from('a picture')) {
  const { projectId, line } = await aQuotedProject(app, browser)
  const thumbnailId = app.deps.thumbnails.open(line.thumbnailId ?? '')?.thumbnailId
  await app.deps.files.put(`thumbnails/${thumbnailId}`, picture, { contentType: 'image/webp' })
  return { projectId, params: { projectId }, line, key: line.thumbnailId }
}

const share = async (params: { projectId: string }) => {
  const { data } = await owner.call('POST /global/project/{projectId}/share', { params })
  const shared = await app.browser().call('POST /global/quote/shared', { body: { key: data.key } })
  return shared.data.lines[0]?.thumbnailId
}

describe('the picture of a part (B17)', () => {
  it('is loaded by the key that the line names, and cached by this browser alone', async () => {
    const { key } = await aPicturedProject(owner)

    const picture = await load(key)
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/webp', 'a picture'])
    expect(picture.headers.get('cache-control')).toBe('private, max-age=86400')
  })

  it('is sent as PNG if an earlier release drew it', async () => {
    const { key } = await aPicturedProject(owner, Buffer.from('\x89PNG', 'latin1'))
    expect((await load(key)).headers.get('content-type')).toBe('image/png')
  })

  it('has another key for everyone who uploads the same bytes', async () => {
    const mine = await aPicturedProject(owner)
    const theirs = await aPicturedProject(await aVisitor(app))

    const parts = [mine.key, theirs.key].map((key) => key?.split('.').at(-1))
    expect(parts[0]).not.toBe(parts[1])
    expect(await statusOf(`project.${theirs.projectId}.${parts[0]}`)).toBe(404)
  })

  it('ends with the line, and comes back with it', async () => {
    const { projectId, line, key } = await aPicturedProject(owner)
    await removeLines(owner, projectId, [line.id])
    expect(await statusOf(key)).toBe(404)

    await restoreLines(owner, projectId, [line.id])
    expect(await statusOf(key)).toBe(200)
  })

  it('ends with the read-only link for those who have it, even if another link is made', async () => {
    const { params, key } = await aPicturedProject(owner)
    const shown = await share(params)
    expect(shown).not.toBe(key)
    expect(await statusOf(shown)).toBe(200)

    await owner.call('DELETE /global/project/{projectId}/share', { params })
    expect([await statusOf(shown), await statusOf(key)]).toEqual([404, 200])

    const shownAgain = await share(params)
    expect([await statusOf(shown), await statusOf(shownAgain)]).toEqual([404, 200])
  })

  it.each([
    ['an invented key', `project.00000000-0000-4000-8000-000000000000.${'A'.repeat(22)}`, 404],
    ['a malformed id', `order.${'0'.repeat(33)}.${'A'.repeat(22)}`, 404],
    ['an unknown kind', `part.${'0'.repeat(32)}.${'A'.repeat(22)}`, 404],
    ['the id of an earlier release', newPublicId(), 422],
  ])('is not found by %s', async (_name, key, status) => {
    expect(await statusOf(key)).toBe(status)
  })
})
