// npm run build: installs and builds ahead of time, so that a start needs no network.
import { ensureInstalled } from './install.mjs'
import { refuseWhileServersRun } from './running-servers.mjs'
import { ensureWebBuilt } from './web-build.mjs'

ensureInstalled()
ensureWebBuilt(() => refuseWhileServersRun('The web app must be built again'))
console.log('Built. Start with: npm start, or as a service: node scripts/start.mjs')
