import type { ProjectView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { checkFiles, type RefusedFile } from '#features/quote/files/check-files.ts'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { agreeToTerms, termsAgreed } from '#features/quote/files/quoting-terms.ts'
import { Reading } from '#features/quote/workspace/reading.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { announcedName } from '#lib/uploads/announced-name.ts'
import { makeProject, openWith } from './start-project.ts'
import type { Technology } from './technologies.ts'

type Phase = 'idle' | 'terms' | 'working' | 'failed'

/** The files of one or several drops that become a project together. */
interface Batch {
  readings: Reading[]
  refused: RefusedFile[]
  leftOut: number
  /**
   * Made by an earlier attempt that failed after it: trying again must not leave empty projects
   * behind.
   */
  made?: ProjectView
}

const nothing = (): Batch => ({ readings: [], refused: [], leftOut: 0 })

/**
 * Starts to read what was dropped at once; asks for the terms, makes the project and goes there
 * meanwhile.
 */
export function useQuoteStart(dropped: DroppedFiles, service: Technology) {
  const t = useTranslations('files.start')
  const navigate = useNavigate()
  const [phase, setPhase] = useState<Phase>('idle')
  const [failure, setFailure] = useState<ApiError>()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const batch = useRef<Batch>(nothing())
  const taken = useRef<DroppedFiles>(undefined)
  usePrefetchQuery(catalogueQuery)

  const start = async () => {
    setPhase('working')
    setFailure(undefined)

    const { readings, refused: over, leftOut } = batch.current
    const [first] = readings
    const name = announcedName(first?.file.name ?? '').replace(/\.(stl|step|stp)$/i, '')
    const whole = t('projectName', { name: name.slice(0, 80) || t('fallbackName'), others: readings.length - 1 })

    try {
      // The screen's code is on its way while the project is made.
      void import('#features/quote/project/project.page.tsx').catch(() => {})
      batch.current.made ??= await makeProject({ name: whole, service })

      const store = await openWith(batch.current.made, readings)
      batch.current = nothing()
      if (over.length > 0) store.notices.add({ kind: 'refused', files: over })
      if (leftOut > 0) store.notices.add({ kind: 'leftOut', count: leftOut })
      await navigate({ to: '/quote/$projectId', params: { projectId: store.projectId }, search: {} })
      setPhase('idle')
    } catch (error) {
      setFailure(error instanceof ApiError ? error : undefined)
      setPhase('failed')
    }
  }

  const take = ({ files, leftOut }: DroppedFiles) => {
    const room = uploadLimits.filesPerProject - batch.current.readings.length
    const sorted = checkFiles(files, room)
    batch.current.readings.push(...sorted.taken.map((file) => new Reading(file)))
    batch.current.refused.push(...sorted.refused)
    batch.current.leftOut += leftOut
    setRefused(sorted.taken.length === 0 ? [...batch.current.refused] : [])
    if (batch.current.readings.length === 0) return setPhase('idle')
    if (!termsAgreed()) return setPhase('terms')

    void start()
  }
  useEffect(() => {
    if (taken.current === dropped) return
    taken.current = dropped
    take(dropped)
  })

  return {
    phase,
    failure,
    /** Where nothing of the drop can be taken. */
    refused,
    retry: () => void start(),
    agree: () => {
      agreeToTerms()
      void start()
    },
    cancel: () => {
      for (const reading of batch.current.readings) reading.stop()
      batch.current = nothing()
      setPhase('idle')
    },
  }
}
