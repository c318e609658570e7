import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import type { JSX } from 'react'
import { afterEach, vi } from 'vitest'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkspaceOf, edited, fakeActions } from '#features/quote/workspace/workspace.fixture.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { createStore, useStore } from '#lib/store.ts'
import { I18nProvider, setLanguage } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { toasts } from '#lib/toast.ts'
import { ThemeProvider } from '#ui/theme/theme-provider.tsx'
import { ToastHost } from '#ui/toasts.tsx'

afterEach(cleanup)

// Messages of one test must not show up in the next.
afterEach(() => toasts.set([]))
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

/** jsdom has no layout: scrolling areas are 760 px high, cards 280 px. */
function giveSizes(phone: boolean) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(760)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    media,
    matches: phone && media.includes('48em'),
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }))
}

/** Renders part of a project's screen with the app's providers. */
export async function renderWorkspace(
  { store }: Pick<ReturnType<typeof aWorkspace>, 'store'>,
  Part: (props: { workspace: Workspace }) => JSX.Element,
  { language = 'en', phone = false }: ScreenOptions = {},
) {
  giveSizes(phone)
  queryClient.clear()
  await setLanguage(language)
  await ensureMessages(['app', 'line', 'upload', 'pricing', 'geometry', 'configuration', 'validation'])

  const Screen = () => <Part workspace={useStore(store)} />
  const root = createRootRoute({ component: Outlet })
  const at = (path: string, component: () => JSX.Element | null) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([at('/', Screen), at('$', () => null)])
  const history = createMemoryHistory({ initialEntries: ['/manufacture/'] })
  const router = createRouter({ routeTree, history, basepath: '/manufacture' })

  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider isTest>
        <I18nProvider>
          {/* The types know the app's own router only; this one has fewer routes. */}
          <RouterProvider router={router as never} />
          <ToastHost />
        </I18nProvider>
      </ThemeProvider>
    </QueryClientProvider>,
  )

  return { place: () => router.state.location.href }
}
