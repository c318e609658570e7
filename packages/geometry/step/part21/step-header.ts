import type { Part21 } from './part21.ts'
import { headerValues, listOf, textOf } from './part21-values.ts'

type StepSchema = 'AP203' | 'AP214' | 'AP242' | 'other'

export interface StepHeader {
  schema: StepSchema
  /** File name in the header, or ''. */
  fileName: string
  /** The CAD system, such as `SolidWorks 2020`. */
  originatingSystem: string
}

function schemaOf(name: string): StepSchema {
  if (/AP242|10303 442/i.test(name)) return 'AP242'
  if (/AUTOMOTIVE_DESIGN|AP214|10303 214/i.test(name)) return 'AP214'
  return /CONFIG_CONTROL_DESIGN|AP203|10303 403|CONFIGURATION_CONTROL/i.test(name) ? 'AP203' : 'other'
}

export function stepHeader(file: Part21): StepHeader {
  const name = headerValues(file, 'FILE_NAME')
  return {
    schema: schemaOf(textOf(listOf(headerValues(file, 'FILE_SCHEMA')[0])[0])),
    fileName: textOf(name[0]).slice(0, 200),
    originatingSystem: textOf(name[5]).slice(0, 200),
  }
}
