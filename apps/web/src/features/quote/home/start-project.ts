import type { ProjectView } from '@cotation/contracts'
import type { TechnologySlug } from '@cotation/domain'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import type { Reading } from '#features/quote/workspace/reading.ts'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'

/**
 * Visitors need no account: a temporary token owns the project until a login claims it. Requested
 * after the terms.
 */
async function ensureToken(): Promise<void> {
  if (session.token() ?? session.temporaryToken()) return
  const body = { agreeDisclaimer: true } as const
  session.storeTemporary(await api('POST /global/quote/visitor', { body }, { quiet: true }))
}

export async function createProject(project: { name: string; service: TechnologySlug }): Promise<ProjectView> {
  await ensureToken()
  return api('POST /global/project', { body: project }, { quiet: true })
}

/**
 * Opens a new project with files that are being read. Does not wait for their lines to be created.
 */
export async function openWith(view: ProjectView, readings: readonly Reading[]): Promise<ProjectStore> {
  const store = projectStore(view.id)
  await store.take(view)
  void store.files.announce(readings)
  return store
}
