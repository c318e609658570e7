/** Messages for faults, shown after the path. */
export const problemTexts = {
  MISSING: 'is missing',
  WRONG_TYPE: 'is of the wrong type',
  UNKNOWN_FIELD: 'is not a field of a catalogue',
  INVALID: 'is not valid',
  NOT_ASCENDING: 'does not ascend',
  NOT_FROM_ONE: 'does not start at 1',
  NOT_ONE: 'is not 1',
  OUT_OF_ORDER: 'is out of order with its neighbours',
  OUT_OF_RANGE: 'is outside its own bounds',
  WRONG_LENGTH: 'does not have as many entries as its table',
  NOT_UNIQUE: 'is there twice',
  UNKNOWN_REFERENCE: 'leads to nothing in this catalogue',
  NOT_FOR_PROCESS: 'does not go with the process',
  NOT_FOR_FAMILY: 'does not go with the family of the material',
  NOT_ALLOWED: 'is not a service that the material may have',
  NOT_SERVED: 'is not reached by anything',
} as const

export type CatalogueProblem = keyof typeof problemTexts

export interface PlacedProblem {
  path: (string | number)[]
  problem: CatalogueProblem
}

/** Entries with a duplicate name; `field` holds the name. */
export function* repeated(
  names: readonly (string | number)[],
  path: (string | number)[],
  field?: string,
): Generator<PlacedProblem> {
  const seen = new Set<string | number>()
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) yield { path: [...path, index, ...(field ? [field] : [])], problem: 'NOT_UNIQUE' }
    seen.add(name)
  }
}
