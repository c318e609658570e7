import type { Log } from '#adapters/log.ts'

const nothing = () => undefined

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
