import type { Catalogue } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import classes from './material.module.css'

/** A page about materials: waits for the catalogue, and says so if it cannot be loaded. */
export function MaterialData({ children }: { children: (catalogue: Catalogue) => ReactNode }) {
  const { data, isPending, refetch } = useQuery(catalogueQuery)
  if (data) return <div className={classes.page}>{children(data.catalogue)}</div>
  return isPending ? <LoadingState /> : <ErrorState isPage onRetry={() => void refetch()} />
}
