import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Not the packaged browser's flags, which suit cloud functions and use a single process. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--hide-scrollbars',
]

/**
 * $CHROMIUM_PATH, else the system's Chromium, else npm's `@sparticuz/chromium`, unpacked once. That
 * package holds a program for Linux on x64 only. On other processors, Debian's package is installed.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not there. Correct it or leave it out.`)
  }

  const system = systemBrowsers.find((path) => existsSync(path))
  if (system) return system

  if (process.platform === 'linux' && process.arch === 'x64') return unpackPackaged()
  return installFromDebian()
}

/** Installs only for root, as in a container: nobody expects a test to change their own system. */
function installFromDebian(): string {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    throw new Error('No Chromium was found. Install Chromium or Chrome, or name its program in CHROMIUM_PATH.')
  }

  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return '/usr/bin/chromium'
}

/** Unpacks below the project: in the shared temporary folder, copies of two users could clash. */
async function unpackPackaged(): Promise<string> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/chromium')
  await mkdir(folder, { recursive: true })

  const { TMPDIR } = process.env
  process.env.TMPDIR = folder

  // The package unpacks its shared libraries only if it detects a cloud function.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'

  const { default: packaged } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()

  // The packaged configuration names fixed folders. Without any font, texts have no size.
  const fonts = join(folder, 'fonts')
  await writeFile(join(fonts, 'fonts.conf'), `<fontconfig><dir>${fonts}</dir></fontconfig>`)

  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR

  return path
}
