import { castingRules } from './casting.ts'
import { detailRules } from './details.ts'
import { fileRules } from './file.ts'
import { holeRules } from './holes.ts'
import { machiningRules } from './machining.ts'
import { printingRules } from './printing.ts'
import type { Rule } from './rule.ts'
import { serviceRules } from './services.ts'
import { sizeRules } from './size.ts'
import { wallRules } from './walls.ts'

const written = [
  ...fileRules,
  ...sizeRules,
  ...wallRules,
  ...holeRules,
  ...detailRules,
  ...printingRules,
  ...machiningRules,
  ...castingRules,
  ...serviceRules,
] as const

export type RuleId = (typeof written)[number]['id']

/** Every rule, from the file to the details: the order in which equally severe findings are told. */
export const allRules: readonly (Rule & { id: RuleId })[] = written
