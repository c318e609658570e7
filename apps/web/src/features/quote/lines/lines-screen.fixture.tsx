import { act } from '@testing-library/react'
import type { JSX } from 'react'
import { afterEach, vi } from 'vitest'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkspaceOf, edited, fakeActions } from '#features/quote/workspace/workspace.fixture.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { createStore, useStore } from '#lib/store.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'

afterEach(() => vi.restoreAllMocks())

/** An open project whose store applies the actions that a screen shows at once. */
export function aWorkspace(lines: readonly WorkLine[], traits: Partial<Workspace> = {}) {
  const change = (next: (before: Workspace) => Partial<Workspace>) =>
    act(() => store.set({ ...store.get(), ...next(store.get()) }))

  const actions = fakeActions()
  actions.edit.mockImplementation((step) =>
    change((before) => ({ lines: before.lines.map((line) => edited(line, step)) })),
  )
  actions.removeLines.mockImplementation(async (ids) =>
    change((before) => ({ lines: before.lines.filter(({ id }) => !ids.includes(id)) })),
  )
  actions.rename.mockImplementation(async (name) => change(({ project }) => ({ project: { ...project, name } })))

  const store = createStore<Workspace>(aWorkspaceOf(lines, { actions, ...traits }))
  return { store, actions }
}

interface ScreenOptions {
  language?: 'fr' | 'en'
  phone?: boolean
}

/** jsdom has no layout: scrolling areas are 760 px high, cards 280 px. Returns the readings of heights. */
function giveSizes(phone: boolean) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(760)
  const heightReads = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)

  const usual = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...usual(media),
    matches: phone && media.includes('48em'),
  }))
  return heightReads
}

/** Renders part of a project's screen with the app's providers. */
export async function renderWorkspace(
  { store }: Pick<ReturnType<typeof aWorkspace>, 'store'>,
  Part: (props: { workspace: Workspace }) => JSX.Element,
  { language = 'en', phone = false }: ScreenOptions = {},
) {
  const heightReads = giveSizes(phone)
  await ensureMessages(['line', 'upload', 'pricing', 'geometry', 'configuration'], language)

  const rendered = await renderScreen(() => <Part workspace={useStore(store)} />, '/', '/', { language })
  return { ...rendered, heightReads }
}
