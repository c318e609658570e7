import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '#ui/states.tsx'

/** Shown in place of a page that failed to load or render; header and footer stay usable. */
export function RouteError() {
  const router = useRouter()
  return <ErrorState isPage onRetry={() => void router.invalidate()} />
}
