import { priceLine } from '@cotation/pricing'
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
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { smallCatalogue } from '#features/quote/workspace/small-catalogue.fixture.ts'
import type { EditStep, WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace, WorkspaceActions } from '#features/quote/workspace/workspace.ts'
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

export const projectId = '11111111-1111-4111-8111-111111111111'

/** A line after an edit, repriced like in the workspace. */
function edited(line: WorkLine, step: EditStep): WorkLine {
  const edit = step.edits.find(({ lineId }) => lineId === line.id)
  if (!edit) return line

  const configuration = edit.configuration ?? line.configuration
  const verdict = line.part && configuration ? priceLine(line.part, configuration, smallCatalogue) : undefined

  return {
    ...line,
    ...(edit.name === undefined ? {} : { name: edit.name }),
    configuration,
    price: verdict?.ok ? verdict.price : undefined,
    faults: verdict?.ok === false ? verdict.faults : [],
  }
}

/**
 * What a screen may do to a project, each deed recorded and, where a screen would show it, done.
 */
function actionsOn(change: (deed: (before: Workspace) => Workspace) => void) {
  const later = () => vi.fn(async () => {})
  const withLines = (deed: (lines: readonly WorkLine[]) => readonly WorkLine[]) =>
    change((before) => ({ ...before, lines: deed(before.lines) }))

  return {
    edit: vi.fn((step: EditStep) => withLines((lines) => lines.map((line) => edited(line, step)))),
    undo: vi.fn(),
    redo: vi.fn(),
    retrySave: vi.fn(),
    addFiles: vi.fn(),
    removeLines: vi.fn(async (ids: readonly string[]) => withLines((all) => all.filter(({ id }) => !ids.includes(id)))),
    restoreLines: later(),
    transferLines: later(),
    pauseUpload: vi.fn(),
    resumeUpload: vi.fn(),
    replaceFile: later(),
    attach: vi.fn(async () => ''),
    detach: later(),
    setUnit: later(),
    notifyMe: later(),
    acceptFindings: later(),
    withdrawFindings: later(),
    askExpert: later(),
    recallExpert: later(),
    rename: vi.fn(async (name: string) => change((before) => ({ ...before, project: { ...before.project, name } }))),
    switchTechnology: later(),
    duplicate: vi.fn(async () => '22222222-2222-4222-8222-222222222222'),
    requote: later(),
    share: vi.fn(async () => 'k'.repeat(43)),
    unshare: later(),
  } satisfies WorkspaceActions
}

const aProject: Workspace['project'] = {
  id: projectId,
  name: 'Robot arm',
  service: '3d-printing',
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  catalogueVersion: smallCatalogue.version,
  pricedAt: '2026-11-01T09:00:00.000Z',
  validUntil: '2099-12-01T09:00:00.000Z',
  shared: false,
  lines: [],
}

/** Renders an open project and applies the actions to it. */
export function aWorkspace(lines: readonly WorkLine[], traits: Partial<Workspace> = {}) {
  const actions = actionsOn((deed) => act(() => store.set(deed(store.get()))))
  const store = createStore<Workspace>({
    project: aProject,
    catalogue: smallCatalogue,
    lines,
    totalMinor: lines.reduce((total, line) => total + (shownPrice(line)?.lineMinor ?? 0), 0),
    save: 'saved',
    undoable: undefined,
    redoable: undefined,
    actions,
    ...traits,
  })

  return { store, actions, projectWith: (project: Partial<Workspace['project']>) => ({ ...aProject, ...project }) }
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
