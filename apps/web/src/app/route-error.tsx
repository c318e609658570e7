import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '#ui/states/error-state.tsx'

/** A page that failed to load or to draw: everything around it stays usable. */
export function RouteError() {
  const router = useRouter()
  return <ErrorState isPage onRetry={() => void router.invalidate()} />
}
