import type { Log } from '#src/log.ts'

const nothing = () => undefined

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
