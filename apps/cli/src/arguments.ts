import { type ProcessId, processIds } from '@cotation/domain'
import { isLengthUnit, type LengthUnit, lengthUnits } from '@cotation/geometry'
import type { Terminal } from './terminal.ts'
import type { Texts } from './texts.ts'

export const isProcessId = (name: string): name is ProcessId => processIds.some((known) => known === name)

/** Throws the sentence to print when `unit` is not a unit of length. */
export function parseUnit(unit: string | undefined, texts: Texts): LengthUnit | undefined {
  if (unit === undefined || isLengthUnit(unit)) return unit
  throw new Error(texts.say('cli.wrong.unit', { given: unit, known: lengthUnits.join(', ') }))
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The result of `parse`; when it throws, prints the mistake and the usage and returns nothing. */
export function parseOrExplain<T>(parse: () => T, texts: Texts, terminal: Terminal): T | undefined {
  try {
    return parse()
  } catch (error) {
    terminal.err(messageOf(error))
    terminal.err(texts.say('cli.usage'))
    return undefined
  }
}

/** Exit codes of every command. `refused`: at least one file could not be read or priced. */
export const exitCodes = { done: 0, wrongUsage: 1, refused: 2 } as const
