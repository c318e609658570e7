import { type ProcessId, processIds } from '@cotation/domain'

export const isProcessId = (name: string): name is ProcessId => processIds.some((known) => known === name)
