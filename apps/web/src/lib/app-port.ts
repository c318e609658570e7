/** The screen that the visitor is on. */
export interface RouteFacts {
  requiresAuth: boolean
  /** Without the base path: `/quote/42`. */
  path: string
  /** With search and hash: `/quote/42?x=1#y`. */
  fullPath: string
}

/**
 * What library code needs of the running app; the app provides its router at start
 * (`#app/wiring.ts`).
 */
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
