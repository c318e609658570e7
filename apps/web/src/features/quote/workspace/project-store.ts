import type { LineView, ProjectView, UploadView } from '@cotation/contracts'
import { type Catalogue, longAnalysisSeconds } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { visitStorage } from '#lib/browser-storage.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { session } from '#lib/session/session.ts'
import { Autosave } from './autosave.ts'
import { EditHistory } from './edit-history.ts'
import { Notices } from './file-notices.ts'
import { LineCache } from './line-cache.ts'
import { totalMinor } from './line-price.ts'
import type { OpenProject } from './open-project.ts'
import { Poller } from './poller.ts'
import { fetchCatalogue } from './project-catalogue.ts'
import { type FilePorts, ProjectFiles } from './project-files.ts'
import { type ChangedLines, ServerCopy } from './server-copy.ts'
import { factsKey, type WorkLine } from './work-line.ts'
import type { Workspace, WorkspaceActions } from './workspace.ts'
import { workspaceActions } from './workspace-actions.ts'

export type LoadState = 'loading' | 'ready' | 'missing' | 'failed'

const busyMs = 1500
const waitingMs = 30_000
const quietMs = 60_000

const isUnderWay = ({ upload, status }: LineView) => upload.state === 'uploading' || status === 'analysing'

/** A project that is open: what the server said of it, what the customer changed since, and what this browser knows of its files. */
export class ProjectStore implements OpenProject {
  readonly projectId: string
  readonly autosave: Autosave
  readonly history = new EditHistory()
  readonly files: ProjectFiles
  readonly notices: Notices
  readonly poller: Poller
  readonly actions: WorkspaceActions
  readonly #copy = new ServerCopy()
  readonly #cache = new LineCache()
  readonly #facts = new Map<string, { key: string; analysis: PartAnalysis }>()
  /** Lines that the customer removed and the server has not yet. */
  readonly #hidden = new Set<string>()
  readonly #analysingSince = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #held: readonly File[] = []
  #catalogue: Catalogue | undefined
  #load: LoadState = 'loading'
  #workspace: Workspace | undefined
  #lines: readonly WorkLine[] = []

  constructor(projectId: string, ports: FilePorts) {
    this.projectId = projectId
    this.notices = new Notices(() => this.changed())
    this.autosave = new Autosave({
      send: async (changes, { keepalive }) => {
        const input = { params: { projectId }, body: { changes: [...changes] } }
        this.takeLines(await api('PATCH /global/project/{projectId}/lines', input, { quiet: true, keepalive }))
      },
      gone: () => void this.poller.now(),
      changed: () => this.changed(),
      storage: visitStorage,
      storageKey: `quote.edits.${projectId}`,
    })
    this.files = new ProjectFiles(this, ports)
    this.poller = new Poller(
      () => this.#ask(),
      () => this.#pace(),
    )
    this.actions = workspaceActions(this)
    session.subscribe(() => this.#onSession())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get project(): ProjectView | undefined {
    return this.#copy.project
  }

  get catalogue(): Catalogue | undefined {
    return this.#catalogue
  }

  get loadState(): LoadState {
    return this.#load
  }

  /** The same object until something changes. */
  readonly workspace = (): Workspace | undefined => {
    this.#workspace ??= this.#build()
    return this.#workspace
  }

  readonly changed = (): void => {
    this.#workspace = undefined
    for (const listener of this.#listeners) listener()
  }

  findLine(lineId: string): WorkLine | undefined {
    return this.workspace()?.lines.find(({ id }) => id === lineId)
  }

  hide(lineIds: readonly string[], isHidden: boolean): void {
    for (const id of lineIds) isHidden ? this.#hidden.add(id) : this.#hidden.delete(id)
    this.changed()
  }

  /** Files that wait for the customer to agree to the quoting terms (spec 5). */
  readonly held = (): readonly File[] => this.#held

  hold(files: readonly File[]): void {
    this.#held = files
    this.changed()
  }

  /** The server's facts of a line, for the findings of what the customer changes. */
  takeFacts(lineId: string, key: string, analysis: PartAnalysis): void {
    if (this.#facts.get(lineId)?.analysis === analysis) return
    this.#facts.set(lineId, { key, analysis })
    this.changed()
  }

  /** Fetches the project, first or anew. Whoever is looking sees what there is until the answer comes. */
  async load(): Promise<void> {
    if (!this.#copy.project) this.#enter('loading')
    try {
      const input = { params: { projectId: this.projectId }, query: {} }
      const { project } = await api('GET /global/project/{projectId}', input, { quiet: true })
      if (project) await this.take(project)
    } catch (error) {
      this.#onFailure(error)
    }
  }

  async take(project: ProjectView): Promise<void> {
    const before = this.#copy.project
    if (!this.#copy.take(project)) return void this.poller.now()

    if (this.#catalogue?.version !== project.catalogueVersion) {
      this.#catalogue = await fetchCatalogue(project.catalogueVersion)
    }

    this.#noteTimes()
    this.files.settle(before)
    this.#enter('ready')
    this.poller.schedule()
  }

  takeLines(changed: ChangedLines): void {
    const before = this.#copy.project
    const isWhole = this.#copy.takeLines(changed)
    this.#noteTimes()
    this.files.settle(before)
    this.changed()
    if (isWhole) this.poller.schedule()
    else void this.poller.now()
  }

  async #ask(): Promise<boolean> {
    const seen = this.#copy.project?.revision
    if (seen === undefined) return true

    try {
      const input = { params: { projectId: this.projectId }, query: { seen } }
      const { project } = await api('GET /global/project/{projectId}', input, { quiet: true })
      if (project) await this.take(project)
      // Time passes without the server saying so.
      else this.changed()
      return true
    } catch (error) {
      this.#onFailure(error)
      return false
    }
  }

  #pace(): number | undefined {
    const { project } = this.#copy
    if (this.#load !== 'ready' || !project || !(session.token() ?? session.temporaryToken())) return undefined
    if (project.lines.some(isUnderWay)) return busyMs
    return project.lines.some(({ manual }) => manual?.state === 'asked') ? waitingMs : quietMs
  }

  #onFailure(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404 || status === 422) this.#enter('missing')
    else if (!this.#copy.project) this.#enter(status === 401 ? 'missing' : 'failed')
  }

  /** A login in the dialog, or in another tab: the project may be the caller's now, and what waited goes on. */
  #onSession(): void {
    if (!(session.token() ?? session.temporaryToken()) || this.#listeners.size === 0) return
    void this.load()
    this.autosave.retry()
    this.files.resumeBroken()
  }

  #enter(state: LoadState): void {
    this.#load = state
    this.changed()
  }

  #noteTimes(): void {
    for (const { upload } of this.#copy.project?.lines ?? []) {
      const { id, analysingSeconds } = upload
      if (analysingSeconds === null) this.#analysingSince.delete(id)
      else if (!this.#analysingSince.has(id)) this.#analysingSince.set(id, Date.now() - 1000 * analysingSeconds)
    }
  }

  #isLong({ id }: UploadView): boolean {
    const since = this.#analysingSince.get(id)
    return since !== undefined && Date.now() - since > 1000 * longAnalysisSeconds
  }

  #build(): Workspace | undefined {
    const { project } = this.#copy
    const catalogue = this.#catalogue
    if (!project || !catalogue) return undefined

    const { service } = project
    const expired = Date.now() > Date.parse(project.validUntil)
    const shown = project.lines.filter(({ id }) => !this.#hidden.has(id))
    const lines = shown.flatMap((view) => {
      const facts = this.#facts.get(view.id)
      return this.#cache.linesOf({
        view,
        catalogue,
        service,
        expired,
        ...this.files.stateOf(view.upload.id),
        edit: this.autosave.over(view.id),
        facts: facts?.key === factsKey(view) ? facts.analysis : undefined,
        isLong: this.#isLong(view.upload),
      })
    })
    const isSame = lines.length === this.#lines.length && lines.every((line, at) => line === this.#lines[at])

    if (!isSame) {
      this.#lines = lines
      this.#cache.keep(new Set(lines.map(({ id }) => id)))
    }

    const { undoable, redoable } = this.history
    const rest = { save: this.autosave.state, undoable, redoable, actions: this.actions }
    return { project, catalogue, lines: this.#lines, totalMinor: totalMinor(this.#lines), ...rest }
  }
}
