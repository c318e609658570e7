import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isUnknownRecord } from '#lib/gateway/api-error.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'

interface RecordPageProps<Data> {
  answer: UseQueryResult<Data>
  /** What the page says if no record has the id of its address. */
  unknown: { title: string; text: string; action: ReactNode }
  children: (record: Data) => ReactNode
}

/** The page of one record: waits for it, offers to ask again, or says that it does not exist. */
export function RecordPage<Data>({ answer, unknown, children }: RecordPageProps<Data>) {
  const { data, isPending, error, refetch } = answer

  if (isPending) return <LoadingState />
  if (data !== undefined) return children(data)
  if (isUnknownRecord(error)) return <EmptyState isPage {...unknown} />
  return <ErrorState isPage onRetry={() => void refetch()} />
}
