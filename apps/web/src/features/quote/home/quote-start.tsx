import type { ProjectView } from '@cotation/contracts'
import { findMaterial, type TechnologySlug, uploadLimits } from '@cotation/domain'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { checkFiles, type RefusedFile } from '#features/quote/files/check-files.ts'
import { type DroppedFiles, partExtension } from '#features/quote/files/dropped-files.ts'
import { agreeToTerms, termsAgreed } from '#features/quote/files/quoting-terms.ts'
import { RefusedFiles } from '#features/quote/files/refused-files.tsx'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import { Reading } from '#features/quote/workspace/reading.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './home.module.css'
import type { Technology } from './technologies.ts'

export interface QuoteStartProps {
  /** A new object for every drop; each is handled once. */
  dropped: DroppedFiles
  service: Technology
  /** The material that the customer came with. */
  materialId: string | undefined
}

/** Creates a project from dropped files. */
export function QuoteStart(props: QuoteStartProps) {
  const { dropped } = props
  const t = useTranslations('upload')
  const { phase, failure, refused, retry, agree, cancel } = useQuoteStart(props)
  const hasNoParts = dropped.files.length === 0 && dropped.leftOut > 0

  return (
    <div className={classes.start}>
      {phase === 'terms' ? <TermsDialog onAgree={agree} onCancel={cancel} /> : null}
      <p role="status">{phase === 'working' ? t('start.working') : null}</p>
      {phase === 'failed' ? (
        <div className={classes.startFailed} role="alert">
          <p className={classes.startTitle}>{t('start.failed')}</p>
          <p>{failure?.message || t('start.failedText')}</p>
          <Button variant="secondary" onClick={retry}>
            {t('start.retry')}
          </Button>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <div className={classes.startFailed} role="alert">
          <RefusedFiles files={refused} />
        </div>
      ) : null}
      {phase === 'idle' && refused.length === 0 && hasNoParts ? (
        <p className={classes.startFailed} role="alert">
          {t('notice.leftOut', { count: dropped.leftOut })}
        </p>
      ) : null}
    </div>
  )
}

type Phase = 'idle' | 'terms' | 'working' | 'failed'

/** The files of one or more drops that will form a project. */
interface Batch {
  readings: Reading[]
  refused: RefusedFile[]
  leftOut: number
  /** Created by an attempt that failed later: a retry must not leave an empty project behind. */
  created?: ProjectView
}

const emptyBatch = (): Batch => ({ readings: [], refused: [], leftOut: 0 })

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
  usePrefetchQuery(catalogueQuery)

  const start = async () => {
    // A drop while the project is being created adds its files to that project.
    if (running.current) return
    running.current = true
    setPhase('working')
    setFailure(undefined)

    const { readings, refused: refusedFiles, leftOut } = batch.current
    const [first] = readings
    const name = announcedName(first?.file.name ?? '').replace(partExtension, '')
    const projectName = t('projectName', { name: name.slice(0, 80) || t('fallbackName'), others: readings.length - 1 })

    try {
      // Loads the code of the screen while the project is created.
      void import('#features/quote/project/project.page.tsx').catch(() => {})
      batch.current.created ??= await createProject({ name: projectName, ...(await offeredStart(service, materialId)) })

      const store = await openWith(batch.current.created, readings)
      batch.current = emptyBatch()
      if (refusedFiles.length > 0) store.notices.add({ kind: 'refused', files: refusedFiles })
      if (leftOut > 0) store.notices.add({ kind: 'leftOut', count: leftOut })
      await navigate({ to: '/quote/$projectId', params: { projectId: store.projectId }, search: {} })
      setPhase('idle')
    } catch (error) {
      setFailure(error instanceof ApiError ? error : undefined)
      setPhase('failed')
    } finally {
      running.current = false
    }
  }

  const handleDrop = ({ files, leftOut }: DroppedFiles) => {
    const room = uploadLimits.filesPerProject - batch.current.readings.length
    const checked = checkFiles(files, room)
    batch.current.readings.push(...checked.taken.map((file) => new Reading(file)))
    batch.current.refused.push(...checked.refused)
    batch.current.leftOut += leftOut

    setRefused(checked.taken.length === 0 ? [...batch.current.refused] : [])
    if (batch.current.readings.length === 0) return setPhase('idle')
    if (!termsAgreed()) return setPhase('terms')
    void start()
  }

  useEffect(() => {
    if (lastDrop.current === dropped) return
    lastDrop.current = dropped
    handleDrop(dropped)
  })

  return {
    phase,
    failure,
    /** The refused files, if none could be accepted. */
    refused,
    retry: () => void start(),
    agree: () => {
      agreeToTerms()
      void start()
    },
    cancel: () => {
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

/**
 * The material with its technology. A link may be older than the catalogue: a material that is no
 * longer sold must not keep the files from being quoted.
 */
async function offeredStart(service: Technology, materialId: string | undefined) {
  if (materialId === undefined) return { service }

  const current = await queryClient.ensureQueryData(catalogueQuery).catch(() => undefined)
  const material = current && findMaterial(current.catalogue, materialId)
  const technology = current?.catalogue.technologies.find(({ id }) => id === material?.technologyId)
  return material?.available && technology ? { service: technology.slug, materialId } : { service }
}

interface NewProject {
  name: string
  service: TechnologySlug
  materialId?: string
}

export async function createProject(project: NewProject): Promise<ProjectView> {
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
