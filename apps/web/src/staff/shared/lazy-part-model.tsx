import { lazy, Suspense } from 'react'
import { LoadingState } from '#ui/states.tsx'
import type { PartModelProps } from './part-model.tsx'

const PartModel = lazy(async () => {
  const module = await import('./part-model.tsx')
  return { default: module.PartModel }
})

/** The part in 3D; the viewer is loaded when this is shown. Needs the texts `viewer`. */
export function LazyPartModel(props: PartModelProps) {
  return (
    <Suspense fallback={<LoadingState />}>
      <PartModel {...props} />
    </Suspense>
  )
}
