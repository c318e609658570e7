import type { RouteFacts } from './gateway/status-behaviour.ts'

/** What library code asks of the running app; the app plugs its router in at start (`#app/wiring.ts`). */
export interface AppPort {
  /** `path` is without the base path, with search and hash. */
  navigate(path: string, options?: { replace?: boolean }): Promise<void>
  currentRoute(): RouteFacts
}

let port: AppPort = {
  navigate: async () => {},
  currentRoute: () => ({ requiresAuth: false, path: '/', fullPath: '/' }),
}

export function plugApp(implementation: AppPort) {
  port = implementation
}

export const app: AppPort = {
  navigate: (path, options) => port.navigate(path, options),
  currentRoute: () => port.currentRoute(),
}
