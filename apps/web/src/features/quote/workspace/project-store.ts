import type { LineView, ProjectView, UploadView } from '@cotation/contracts'
import { type Catalogue, longAnalysisSeconds, maxFollowed } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { live, type Topic } from '#lib/gateway/live.ts'
import { session } from '#lib/gateway/session.ts'
import { Autosave } from './autosave.ts'
import { EditHistory } from './edit-history.ts'
import { FileNotices } from './file-notices.ts'
import { LineCache } from './line-cache.ts'
import { totalOf } from './line-price.ts'
import type { OpenProject } from './open-project.ts'
import { Poller } from './poller.ts'
import { fetchCatalogue } from './project-catalogue.ts'
import { type FilePorts, ProjectFiles } from './project-files.ts'
import { type ChangedLines, ServerCopy } from './server-copy.ts'
import { factsKey, type WorkLine } from './work-line.ts'
import type { Workspace, WorkspaceActions } from './workspace.ts'
import { workspaceActions } from './workspace-actions.ts'

export type LoadState = 'loading' | 'ready' | 'missing' | 'failed'

/** Polling intervals: while a file is processed, while an expert's answer is due, otherwise. */
const busyMs = 1500
const waitingMs = 30_000
const idleMs = 60_000

/** Polling is only a precaution while changes are reported. */
const followedFactor = 5

/** The response to our own change usually arrives before this; the event about it is then skipped. */
const ownResponseMs = 150

const isProcessing = ({ upload, status }: LineView) => upload.state === 'uploading' || status === 'analysing'

/** The topics of the orders that wait for their payment. */
const unpaidOrderTopics = ({ lines }: ProjectView): Set<Topic> =>
  new Set(lines.flatMap(({ order }) => (order?.isUnpaid ? [`order:${order.orderId}` as const] : [])))

/**
 * An open project: the server's copy, the customer's unsaved edits, and what this browser knows
 * about the files.
 */
export class ProjectStore implements OpenProject {
  readonly projectId: string
  readonly autosave: Autosave
  readonly history: EditHistory
  readonly files: ProjectFiles
  readonly notices: FileNotices
  readonly poller: Poller
  readonly actions: WorkspaceActions
  readonly #copy = new ServerCopy()
  readonly #cache = new LineCache()
  readonly #facts = new Map<string, { key: string; analysis: PartAnalysis }>()
  /** Lines that are being removed on the server. */
  readonly #hidden = new Set<string>()
  readonly #analysingSince = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #topic: Topic
  /** Stops following the project; undefined while it is not followed. */
  #stopFollowing: (() => void) | undefined
  /** The unpaid orders that are followed, by topic, each with what stops it. */
  readonly #followedOrders = new Map<Topic, () => void>()
  #isUsed = false
  #heldDrop: DroppedFiles | undefined
  #followTimer: ReturnType<typeof setTimeout> | undefined
  /** The newest revision that was reported and not compared yet. */
  #reportedRevision = -1
  #catalogue: Catalogue | undefined
  #loadState: LoadState = 'loading'
  #workspace: Workspace | undefined
  #lines: readonly WorkLine[] = []

  constructor(projectId: string, ports: FilePorts) {
    this.projectId = projectId
    this.#topic = `project:${projectId}`
    this.history = new EditHistory(visitStorage, `quote.history.${projectId}`)
    this.notices = new FileNotices(() => this.changed())
    this.autosave = new Autosave({
      send: async (changes, { keepalive }) => {
        const input = { params: { projectId }, body: { changes: [...changes] } }
        this.takeLines(await api('PATCH /global/project/{projectId}/lines', input, { quiet: true, keepalive }))
      },
      onLineGone: () => void this.poller.again(),
      onChange: () => this.changed(),
      storage: visitStorage,
      storageKey: `quote.edits.${projectId}`,
    })
    this.files = new ProjectFiles(this, ports)
    this.poller = new Poller(
      () => this.#poll(),
      () => this.#pollInterval(),
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
    return this.#loadState
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
    for (const id of lineIds) {
      if (isHidden) this.#hidden.add(id)
      else this.#hidden.delete(id)
    }

    this.changed()
  }

  /** A drop that waits until the customer accepts the quoting terms (spec 5). */
  readonly heldDrop = (): DroppedFiles | undefined => this.#heldDrop

  holdDrop(dropped: DroppedFiles | undefined): void {
    this.#heldDrop = dropped
    this.changed()
  }

  /** Stores the server's facts about a line: they give the findings of a changed configuration. */
  takeFacts(lineId: string, key: string, analysis: PartAnalysis): void {
    if (this.#facts.get(lineId)?.analysis === analysis) return
    this.#facts.set(lineId, { key, analysis })
    this.changed()
  }

  /** Fetches the project. While it is fetched again, the known state stays on the screen. */
  async load(): Promise<void> {
    if (!this.#copy.project) this.#setLoadState('loading')
    try {
      await this.#fetch({})
    } catch (error) {
      this.#onFailure(error)
    }
  }

  /** Returns whether the project has changed since the revision `seen`. */
  async #fetch(query: { seen?: number }): Promise<boolean> {
    const input = { params: { projectId: this.projectId }, query }
    const { project, cheaperLeads } = await api('GET /global/project/{projectId}', input, { quiet: true })
    if (cheaperLeads) this.notices.add({ kind: 'cheaperLeads', changes: cheaperLeads })
    if (project) await this.take(project)
    return project !== null
  }

  async take(project: ProjectView): Promise<void> {
    const before = this.#copy.project
    if (!this.#copy.take(project)) {
      // Not `again`: a server that keeps sending an older state would be asked without a pause.
      void this.poller.now()
      return
    }

    if (this.#catalogue?.version !== project.catalogueVersion) {
      this.#catalogue = await fetchCatalogue(project.catalogueVersion)
    }

    this.#recordAnalysisStart()
    this.files.onProject(before)
    this.#follow()
    this.#setLoadState('ready')
    this.poller.schedule()
  }

  takeLines(changed: ChangedLines): void {
    const before = this.#copy.project
    const isComplete = this.#copy.takeLines(changed)
    this.#recordAnalysisStart()
    this.files.onProject(before)
    this.#follow()
    this.changed()
    if (isComplete) this.poller.schedule()
    else void this.poller.again()
  }

  async #poll(): Promise<boolean> {
    const { project: known } = this.#copy
    if (!known) return true

    // A payment changes lines but not the project, so its revision does not tell.
    const query = unpaidOrderTopics(known).size > 0 ? {} : { seen: known.revision }
    try {
      const hasChanged = await this.#fetch(query)
      // Time-dependent states such as `isLong` may have changed anyway.
      if (!hasChanged) this.changed()
      return true
    } catch (error) {
      this.#onFailure(error)
      return false
    }
  }

  #pollInterval(): number | undefined {
    const { project } = this.#copy
    if (this.#loadState !== 'ready' || !project || !(session.token() ?? session.temporaryToken())) return undefined

    const factor = live.isFollowing(this.#topic) ? followedFactor : 1
    if (project.lines.some(isProcessing)) return busyMs * factor
    return project.lines.some(({ manual }) => manual?.state === 'asked') ? waitingMs * factor : idleMs * factor
  }

  /** Polls, and follows changes made elsewhere, until the returned function is called. */
  use(): () => void {
    const stopPolling = this.poller.use()
    this.#isUsed = true
    this.#follow()

    return () => {
      this.#isUsed = false
      this.#follow()
      stopPolling()
      clearTimeout(this.#followTimer)
    }
  }

  /**
   * Follows the project and the unpaid orders of its lines. Only once the project has been read,
   * because the server refuses to follow another customer's.
   */
  #follow(): void {
    const { project } = this.#copy
    if (this.#isUsed && project) this.#stopFollowing ??= this.#followProject()
    else this.#endFollowing()

    const unpaid = this.#isUsed && project ? [...unpaidOrderTopics(project)] : []
    // The server follows this many orders at most; polling finds the payments of the rest.
    const wanted = new Set(unpaid.slice(0, maxFollowed))

    for (const [topic, stop] of this.#followedOrders) {
      if (wanted.has(topic)) continue
      stop()
      this.#followedOrders.delete(topic)
    }

    for (const topic of wanted) {
      if (this.#followedOrders.has(topic)) continue
      this.#followedOrders.set(
        topic,
        live.follow(topic, () => void this.poller.again()),
      )
    }
  }

  #followProject(): () => void {
    return live.follow(this.#topic, (revision) => this.#onChangeElsewhere(revision))
  }

  #endFollowing(): void {
    this.#stopFollowing?.()
    this.#stopFollowing = undefined
  }

  #onChangeElsewhere(revision: number | null): void {
    this.#reportedRevision = Math.max(this.#reportedRevision, revision ?? Number.POSITIVE_INFINITY)
    clearTimeout(this.#followTimer)
    this.#followTimer = setTimeout(() => {
      const isNew = this.#reportedRevision > (this.#copy.project?.revision ?? -1)
      this.#reportedRevision = -1
      if (isNew) void this.poller.again()
    }, ownResponseMs)
  }

  #onFailure(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404 || status === 422) this.#setLoadState('missing')
    else if (!this.#copy.project) this.#setLoadState(status === 401 ? 'missing' : 'failed')
  }

  /**
   * After a login, here or in another tab: the project may belong to the user now, and pending work
   * continues.
   */
  #onSession(): void {
    if (!(session.token() ?? session.temporaryToken()) || this.#listeners.size === 0) return
    void this.load()
    this.autosave.retry()
    this.files.resumeBroken()
  }

  #setLoadState(state: LoadState): void {
    this.#loadState = state
    this.changed()
  }

  #recordAnalysisStart(): void {
    for (const { upload } of this.#copy.project?.lines ?? []) {
      const { id, analysingSeconds } = upload
      if (analysingSeconds === null) this.#analysingSince.delete(id)
      else if (!this.#analysingSince.has(id)) this.#analysingSince.set(id, Date.now() - 1000 * analysingSeconds)
    }
  }

  #isLongAnalysis({ id }: UploadView): boolean {
    const since = this.#analysingSince.get(id)
    return since !== undefined && Date.now() - since > 1000 * longAnalysisSeconds
  }

  #build(): Workspace | undefined {
    const { project } = this.#copy
    const catalogue = this.#catalogue
    if (!project || !catalogue) return undefined

    const { materialId } = project
    const service = project.serviceChosen ? project.service : null
    const expired = Date.now() > Date.parse(project.validUntil)
    const shown = project.lines.filter(({ id }) => !this.#hidden.has(id))
    const lines = shown.flatMap((view) => {
      const facts = this.#facts.get(view.id)
      return this.#cache.linesOf({
        view,
        catalogue,
        service,
        materialId,
        expired,
        ...this.files.stateOf(view.upload.id),
        edit: this.autosave.pendingEdit(view.id),
        facts: facts?.key === factsKey(view) ? facts.analysis : undefined,
        isLong: this.#isLongAnalysis(view.upload),
      })
    })
    const isSame = lines.length === this.#lines.length && lines.every((line, at) => line === this.#lines[at])

    if (!isSame) {
      this.#lines = lines
      this.#cache.retain(new Set(lines.map(({ id }) => id)))
    }

    return {
      project,
      catalogue,
      lines: this.#lines,
      total: totalOf(this.#lines, project.service, catalogue),
      save: this.autosave.state,
      undoable: this.history.undoable,
      redoable: this.history.redoable,
      actions: this.actions,
    }
  }
}
