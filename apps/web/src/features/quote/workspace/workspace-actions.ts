import type { Api } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import { withChargedLead } from '@cotation/pricing'
import { api } from '#lib/gateway/api.ts'
import { countryOf } from './destination.ts'
import type { DoneStep } from './edit-history.ts'
import { fileActions } from './file-actions.ts'
import { effectiveEdit, inverseEdit, technologyEdits } from './line-edits.ts'
import { lineSetActions, replayRemoval } from './line-set-actions.ts'
import type { OpenProject } from './open-project.ts'
import { isLocked, type LineEdit, type WorkLine } from './work-line.ts'
import type { WorkspaceActions } from './workspace.ts'

/**
 * Applies one side of a step: to the lines that still exist, and to the technology if the step
 * changed it.
 */
async function replay(store: OpenProject, step: DoneStep | undefined, side: 'before' | 'after'): Promise<void> {
  if (!step) return
  if (step.removed) return replayRemoval(store, step, side)

  // Parts that were ordered since then stay as they were ordered.
  const mayChange = (lineId: string) => {
    const line = store.findLine(lineId)
    return line !== undefined && !isLocked(line)
  }
  const edits = step[side].filter(({ lineId, ...rest }) => mayChange(lineId) && Object.keys(rest).length > 0)
  if (edits.length > 0) store.autosave.add(edits)
  store.changed()

  if (step.service) await updateProject(store, step.service[side])
}

/** The gateway has shown why a removal was not undone or repeated: the customer can try again. */
function takeBack(store: OpenProject, step: DoneStep | undefined, to: 'done' | 'undone'): void {
  if (step?.removed) store.history.moveTo(to, step)
  store.changed()
}

type ProjectChange = Api['PATCH /global/project/{projectId}']['input']['body']

async function updateProject(store: OpenProject, body: ProjectChange): Promise<void> {
  const { projectId } = store
  await store.take(await api('PATCH /global/project/{projectId}', { params: { projectId }, body }))
}

/** The edit as the server stores it: a lead time that brings nothing becomes the one charged. */
function asStored(edit: LineEdit, { part }: WorkLine, catalogue: Catalogue): LineEdit {
  if (!edit.configuration || !part) return edit
  return { ...edit, configuration: withChargedLead(part, edit.configuration, catalogue) }
}

/**
 * Applies edits and queues them for saving. Returns the undo step; undefined if nothing changed.
 */
function applyEdits(store: OpenProject, edits: readonly LineEdit[]): Pick<DoneStep, 'before' | 'after'> | undefined {
  const catalogue = store.workspace()?.catalogue
  if (!catalogue) return undefined

  const pairs = edits.flatMap((edit) => {
    const line = store.findLine(edit.lineId)
    if (!line || isLocked(line)) return []

    const after = effectiveEdit(line, asStored(edit, line, catalogue))
    return after ? [{ before: inverseEdit(line, after), after }] : []
  })
  if (pairs.length === 0) return undefined

  const after = pairs.map((pair) => pair.after)
  store.autosave.add(after)

  return { before: pairs.map((pair) => pair.before), after }
}

type EditActions = Pick<WorkspaceActions, 'edit' | 'undo' | 'redo' | 'retrySave' | 'switchTechnology'>

const editActions = (store: OpenProject): EditActions => ({
  edit({ label, edits }) {
    const step = applyEdits(store, edits)
    if (!step) return
    store.history.push({ label, ...step }, Date.now())
    store.changed()
  },
  undo() {
    const step = store.history.undo()
    store.changed()
    replay(store, step, 'before').catch(() => takeBack(store, step, 'done'))
  },
  redo() {
    const step = store.history.redo()
    store.changed()
    replay(store, step, 'after').catch(() => takeBack(store, step, 'undone'))
  },
  retrySave() {
    store.autosave.retry()
    store.changed()
  },
  async switchTechnology(technology) {
    const workspace = store.workspace()
    if (!workspace) return

    const { service, serviceChosen } = workspace.project
    if (serviceChosen && service === technology) return

    const edits = technologyEdits(workspace, technology)
    await updateProject(store, { service: technology })

    const step = applyEdits(store, edits) ?? { before: [], after: [] }
    store.history.push(
      { label: 'technology', ...step, service: { before: { service, serviceChosen }, after: { service: technology } } },
      Date.now(),
    )
    store.changed()
  },
})

type LineActions = Pick<
  WorkspaceActions,
  'acceptFindings' | 'withdrawFindings' | 'askExpert' | 'recallExpert' | 'notifyMe'
>

function lineActions(store: OpenProject): LineActions {
  const line = (lineId: string) => ({ params: { projectId: store.projectId, lineId } })
  const path = '/global/project/{projectId}/line/{lineId}'

  return {
    async acceptFindings(lineId, ruleIds) {
      await store.autosave.whenSaved()
      const input = { ...line(lineId), body: { ruleIds: [...ruleIds] } }
      store.takeLines(await api(`POST ${path}/accept`, input))
    },
    async withdrawFindings(lineId, ruleIds) {
      await store.autosave.whenSaved()
      const input = { ...line(lineId), body: { ruleIds: [...ruleIds] } }
      store.takeLines(await api(`POST ${path}/withdraw`, input))
    },
    async askExpert(lineId, question, email) {
      await store.autosave.whenSaved()
      store.takeLines(await api(`POST ${path}/expert`, { ...line(lineId), body: { question, email } }))
    },
    async recallExpert(lineId) {
      store.takeLines(await api(`DELETE ${path}/expert`, line(lineId)))
    },
    async notifyMe(lineId, email) {
      store.takeLines(await api(`POST ${path}/notify`, { ...line(lineId), body: { email } }))
    },
  }
}

type ProjectActions = Pick<
  WorkspaceActions,
  'rename' | 'setCountry' | 'keepCountry' | 'duplicate' | 'requote' | 'share' | 'unshare'
>

function projectActions(store: OpenProject): ProjectActions {
  const params = { projectId: store.projectId }

  const keepCountry = async () => {
    const workspace = store.workspace()
    if (workspace?.project.country === null) await updateProject(store, { country: countryOf(workspace) })
  }

  return {
    keepCountry,
    rename: (name) => updateProject(store, { name }),
    setCountry: (country) => updateProject(store, { country }),
    async duplicate(name) {
      await store.autosave.whenSaved()
      const { id } = await api('POST /global/project/{projectId}/duplicate', { params, body: { name } })
      return id
    },

    async requote() {
      await store.autosave.whenSaved()
      await store.take(await api('POST /global/project/{projectId}/requote', { params }))
    },

    async share() {
      await store.autosave.whenSaved()
      await keepCountry()
      const { key } = await api('POST /global/project/{projectId}/share', { params })
      void store.poller.again()
      return key
    },

    async unshare() {
      await api('DELETE /global/project/{projectId}/share', { params })
      void store.poller.again()
    },
  }
}

/**
 * Everything that a customer can do to a project. Created once per store, so components that depend
 * on it do not re-render.
 */
export const workspaceActions = (store: OpenProject): WorkspaceActions => ({
  ...editActions(store),
  ...lineActions(store),
  ...projectActions(store),
  ...fileActions(store),
  ...lineSetActions(store),
})
