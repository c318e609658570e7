import { parseArgs } from 'node:util'
import { processIds } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { aligned } from './aligned.ts'
import { allDone, askedWrongly } from './exit-codes.ts'
import type { Terminal } from './measure.ts'
import { isProcessId } from './process-name.ts'
import type { Texts } from './texts.ts'

/** `cotation materials [--process P] [--json]`: the catalogue's materials; the exit code. */
export function runMaterials(args: string[], texts: Texts, terminal: Terminal): number {
  try {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, process: { type: 'string' } } })
    const { process } = values
    if (process !== undefined && !isProcessId(process)) {
      terminal.err(texts.say('cli.wrong.process', { given: process, known: processIds.join(', ') }))
      return askedWrongly
    }

    const materials = catalogue.materials.filter(({ processIds }) => !process || processIds.includes(process))
    if (values.json) for (const material of materials) terminal.out(JSON.stringify(material))
    else {
      const head = ['id', 'name', 'processes', 'density', 'days', 'colours'].map((column) =>
        texts.say(`cli.materials.${column}`),
      )
      const rows = materials.map(({ id, name, processIds, densityGCm3, baseLeadDays, colours }) => [
        id,
        name[texts.language],
        processIds.join(', '),
        texts.number(densityGCm3),
        texts.number(baseLeadDays),
        colours.map((colour) => colour.name[texts.language]).join(', '),
      ])
      terminal.out(aligned([head, ...rows], new Set([3, 4])))
    }

    return allDone
  } catch (error) {
    terminal.err(error instanceof Error ? error.message : String(error))
    return askedWrongly
  }
}
