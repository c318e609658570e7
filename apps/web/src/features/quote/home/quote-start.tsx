import type { ProjectView } from '@cotation/contracts'
import { findMaterial, type TechnologySlug, uploadLimits } from '@cotation/domain'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { checkFiles, type RefusedFile } from '#features/quote/files/check-files.ts'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { partExtension } from '#features/quote/files/file-kinds.ts'
import { agreeToTerms, termsAgreed } from '#features/quote/files/quoting-terms.ts'
import { RefusedFiles } from '#features/quote/files/refused-files.tsx'
import { type SortedFiles, sortFiles } from '#features/quote/files/sort-files.ts'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import { Unpacking } from '#features/quote/files/unpacking.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import { raisedQuantity } from '#features/quote/workspace/raise-quantity.ts'
import { Reading } from '#features/quote/workspace/reading.ts'
import { type Companions, takeCompanions } from '#features/quote/workspace/take-drop.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from './home.module.css'
import { findKnownFiles, type KnownFiles } from './known-files.ts'
import { KnownFilesDialog } from './known-files-dialog.tsx'
import type { Technology } from './technologies.ts'

export interface QuoteStartProps {
  /** A new object for every drop; each is handled once. */
  dropped: DroppedFiles
  /** Undefined if the visitor chose none: the parts decide. */
  service: Technology | undefined
  /** The material that the customer came with. */
  materialId: string | undefined
}

/** Creates a project from dropped files. */
export function QuoteStart(props: QuoteStartProps) {
  const t = useTranslations('upload')
  const { phase, unpacking, failure, refused, known, waiting, retry, agree, cancel } = useQuoteStart(props)

  return (
    <div className={classes.start}>
      {phase === 'terms' ? <TermsDialog onAgree={agree} onCancel={cancel} /> : null}
      {known ? <KnownFilesDialog {...known} /> : null}
      {waiting ? <WaitingFiles {...waiting} onDiscard={cancel} /> : null}
      <p role="status">{phase === 'working' ? t('start.working') : null}</p>
      {unpacking ? <Unpacking name={unpacking.name} done={unpacking.done} onCancel={cancel} /> : null}
      {phase === 'failed' ? (
        <div className={classes.startFailed} role="alert">
          <p className={classes.startTitle}>{t('start.failed')}</p>
          <p>{failure?.message || t('start.failedText')}</p>
          <Button variant="secondary" onClick={retry}>
            {t('start.retry')}
          </Button>
        </div>
      ) : null}
      {refused.length > 0 ? <RefusedAlert files={refused} /> : null}
    </div>
  )
}

/** Comes into view: on a phone it is below the first screen, and nothing else would tell what happened. */
function RefusedAlert({ files }: { files: readonly RefusedFile[] }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (files.length > 0) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [files])

  return (
    <div ref={ref} className={classes.startFailed} role="alert">
      <RefusedFiles files={files} />
    </div>
  )
}

interface WaitingFilesProps {
  count: number
  onChoose: () => void
  onDiscard: () => void
}

/** The dropped files, after the customer closed the question about them. */
function WaitingFiles({ count, onChoose, onDiscard }: WaitingFilesProps) {
  const t = useTranslations('upload.known')

  return (
    <Alert role="status" title={t('waiting', { count })}>
      <Button variant="secondary" onClick={onChoose}>
        {t('choose')}
      </Button>{' '}
      <Button variant="quiet" onClick={onDiscard}>
        {t('discard', { count })}
      </Button>
    </Alert>
  )
}

/** `waiting`: the customer closed the question about known files without an answer. */
type Phase = 'idle' | 'terms' | 'working' | 'known' | 'waiting' | 'failed'

/** The files of one or more drops that will form a project. */
interface Batch {
  readings: Reading[]
  companions: Companions
  /** Created by an attempt that failed later: a retry must not leave an empty project behind. */
  created?: ProjectView
}

const emptyBatch = (): Batch => ({ readings: [], companions: { drawings: [], boms: [], refused: [] } })

/** Why nothing was started: drawings and lists belong to parts. */
function refusedWithoutParts({ refused, drawings, boms }: Companions): RefusedFile[] {
  return [
    ...refused,
    ...drawings.map(({ name }) => ({ name, reason: 'drawingWithoutPart' as const })),
    ...boms.map(({ name }) => ({ name, reason: 'bomWithoutPart' as const })),
  ]
}

/** Sorts drops one after the other, and opens their archives. */
function useSorting(onSorted: (sorted: SortedFiles, isLast: boolean) => void) {
  const [unpacking, setUnpacking] = useState<{ name: string; done: number }>()
  const controller = useRef(new AbortController())
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)

  const sort = async (dropped: DroppedFiles, signal: AbortSignal) => {
    const events = { unpacking: (name: string, done: number) => setUnpacking({ name, done }), signal }
    const sorted = signal.aborted ? undefined : await sortFiles(dropped, events).catch(() => undefined)

    waiting.current--
    setUnpacking(undefined)
    if (sorted && !signal.aborted) onSorted(sorted, waiting.current === 0)
  }

  const add = (dropped: DroppedFiles) => {
    const { signal } = controller.current
    waiting.current++
    queue.current = queue.current.then(() => sort(dropped, signal))
  }

  const cancel = () => {
    controller.current.abort()
    controller.current = new AbortController()
  }

  // A customer who leaves the page does not want a project to open later.
  useEffect(() => () => controller.current.abort(), [])

  return { unpacking, add, cancel, isSorting: () => waiting.current > 0 }
}

/**
 * Starts reading dropped files at once; meanwhile asks for the terms, creates the project and
 * navigates to it.
 */
export function useQuoteStart({ dropped, service, materialId }: QuoteStartProps) {
  const t = useTranslations('upload.start')
  const navigate = useNavigate()
  const [phase, setPhase] = useState<Phase>('idle')
  const [failure, setFailure] = useState<ApiError>()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const batch = useRef<Batch>(emptyBatch())
  const lastDrop = useRef<DroppedFiles>(undefined)
  const running = useRef(false)
  const [known, setKnown] = useState<KnownFiles>()
  /** Ends the search for known files: by another drop, by cancelling, by leaving the page. */
  const search = useRef(new AbortController())
  useEffect(() => () => search.current.abort(), [])
  usePrefetchQuery(catalogueQuery)

  /** Opens the project that `open` returns. A drop meanwhile adds its files to that project. */
  const run = async (open: () => Promise<ProjectStore>) => {
    if (running.current) return
    running.current = true
    setPhase('working')
    setFailure(undefined)

    try {
      // Loads the code of the screen while the project is created.
      void import('#features/quote/project/project.page.tsx').catch(() => {})
      const store = await open()
      batch.current = emptyBatch()
      await navigate({ to: '/quote/$projectId', params: { projectId: store.projectId }, search: {} })
      setPhase('idle')
    } catch (error) {
      setFailure(error instanceof ApiError ? error : undefined)
      setPhase('failed')
    } finally {
      running.current = false
    }
  }

  const create = () =>
    run(async () => {
      const { readings, companions } = batch.current
      const [first] = readings
      // After the first file alone: a count of the others would be wrong as soon as parts come or go.
      const fileName = announcedName(first?.file.name ?? '').replace(partExtension, '')
      const name = fileName.slice(0, 80) || t('fallbackName')

      batch.current.created ??= await createProject({ name, ...(await offeredStart(service, materialId)) })
      return openWith(batch.current.created, readings, companions)
    })

  /** Asks first if a project of the customer already has files of the drop. */
  const start = async () => {
    if (running.current) return
    setPhase('working')

    search.current.abort()
    search.current = new AbortController()
    const { signal } = search.current

    const { readings, created } = batch.current
    const found = created ? undefined : await findKnownFiles(readings, signal)
    if (signal.aborted) return

    setKnown(found)
    if (found) setPhase('known')
    else await create()
  }

  const openKnown = ({ projectId, matches }: KnownFiles, raises: boolean) =>
    run(() => openExisting(projectId, batch.current, matches, raises))

  const takeSorted = (sorted: SortedFiles, isLast: boolean) => {
    const { readings, companions } = batch.current
    const checked = checkFiles(sorted.parts, uploadLimits.filesPerProject - readings.length)
    readings.push(...checked.taken.map((file) => new Reading(file)))
    companions.refused.push(...sorted.refused, ...checked.refused)
    companions.drawings.push(...sorted.drawings)
    companions.boms.push(...sorted.boms)

    if (!isLast) return
    setRefused(readings.length === 0 ? refusedWithoutParts(companions) : [])

    if (readings.length === 0) {
      batch.current = emptyBatch()
      setPhase('idle')
    } else if (termsAgreed()) void start()
    else setPhase('terms')
  }

  const sorting = useSorting(takeSorted)

  const knownFilesQuestion = (asked: KnownFiles) => ({
    known: asked,
    others: batch.current.readings.length - asked.matches.length,
    onOpen: () => void openKnown(asked, false),
    onRaise: () => void openKnown(asked, true),
    onCreate: () => void create(),
    onClose: () => setPhase('waiting'),
  })

  useEffect(() => {
    if (lastDrop.current === dropped) return
    lastDrop.current = dropped
    sorting.add(dropped)
  })

  return {
    phase,
    /** The archive that is being unpacked. */
    unpacking: sorting.unpacking,
    failure,
    /** The refused files, if none could be accepted. */
    refused,
    /** A project that has files of the drop, while the customer is asked about it. */
    known: phase === 'known' && known ? knownFilesQuestion(known) : undefined,
    waiting:
      phase === 'waiting' ? { count: batch.current.readings.length, onChoose: () => setPhase('known') } : undefined,
    retry: () => void start(),
    agree: () => {
      agreeToTerms()
      // An archive that was dropped meanwhile starts the project once it is unpacked.
      if (sorting.isSorting()) setPhase('idle')
      else void start()
    },
    cancel: () => {
      sorting.cancel()
      search.current.abort()
      for (const reading of batch.current.readings) reading.stop()
      batch.current = emptyBatch()
      setPhase('idle')
    },
  }
}

/**
 * Visitors need no account: a temporary token owns the project until a login claims it. Requested
 * after the terms.
 */
async function ensureToken(): Promise<void> {
  if (session.token() ?? session.temporaryToken()) return
  const body = { agreeDisclaimer: true } as const
  session.storeTemporary(await api('POST /global/quote/visitor', { body }, { quiet: true }))
}

/** The visitor chose no service: the process of each line follows from its part. */
const undecided = { service: '3d-printing', serviceChosen: false } as const

/**
 * The material with its technology. A link may be older than the catalogue: a material that is no
 * longer sold must not keep the files from being quoted.
 */
async function offeredStart(service: Technology | undefined, materialId: string | undefined) {
  const start = service ? { service } : undecided
  if (materialId === undefined) return start

  const current = await queryClient.ensureQueryData(catalogueQuery).catch(() => undefined)
  const material = current && findMaterial(current.catalogue, materialId)
  const technology = current?.catalogue.technologies.find(({ id }) => id === material?.technologyId)
  return material?.available && technology ? { service: technology.slug, materialId } : start
}

interface NewProject {
  name: string
  service: TechnologySlug
  serviceChosen?: boolean
  materialId?: string
}

export async function createProject(project: NewProject): Promise<ProjectView> {
  await ensureToken()
  return api('POST /global/project', { body: project }, { quiet: true })
}

/**
 * Opens a new project with files that are being read, and with what came with them. Does not wait
 * for their lines to be created.
 */
export async function openWith(
  view: ProjectView,
  readings: readonly Reading[],
  companions: Companions,
): Promise<ProjectStore> {
  const store = projectStore(view.id)
  await store.take(view)
  void store.files.addReadings(readings).then(() => takeCompanions(store, companions))
  return store
}

/**
 * Opens a project that has some of the files. The others are added to it; the quantities of the known
 * ones are raised on request. A file whose quantity cannot be raised is added like the others, and
 * the project then asks about it.
 */
async function openExisting(
  projectId: string,
  { readings, companions }: Batch,
  matches: KnownFiles['matches'],
  raises: boolean,
): Promise<ProjectStore> {
  const store = projectStore(projectId)
  await store.load()
  if (store.loadState !== 'ready') throw new Error('the project cannot be opened')

  const settled = new Set<Reading>()
  for (const { reading, uploadId } of matches) {
    const step = raises ? raisedQuantity(store.workspace()?.lines ?? [], uploadId) : undefined
    if (step) store.actions.edit(step)
    if (step || !raises) settled.add(reading)
  }
  for (const reading of settled) reading.stop()

  const others = readings.filter((reading) => !settled.has(reading))
  void store.files.addReadings(others).then(() => takeCompanions(store, companions))
  return store
}
