import { basepath } from '#lib/base-path.ts'

/** The address of the work screens: the scope of the service worker, and the page that it keeps. */
export const workAddress = `${basepath}/staff/work`

/** The script of the service worker, which the build writes there. */
export const shellWorkerAddress = `${basepath}/staff/work-shell.js`

/** A file of the build, whose name has a hash of its content. Page and worker must agree on it. */
export const isOwnAsset = (url: URL, origin: string): boolean =>
  url.origin === origin && url.pathname.startsWith(`${basepath}/assets/`)

/** What the page asks the service worker to keep. */
export interface KeepRequest {
  /** The build that the page runs: the text of its tag `<meta name="build">`. */
  build: string
  /** The addresses of the files that the page has loaded so far. */
  assets: readonly string[]
}
