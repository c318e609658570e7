import { parseArgs } from 'node:util'
import { processIds } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { exitCodes, isProcessId, messageOf } from './arguments.ts'
import type { Terminal } from './terminal.ts'
import { textTable } from './text-table.ts'
import type { Texts } from './texts.ts'

const columns = ['id', 'name', 'processes', 'density', 'days', 'colours']
const numericColumns = new Set([3, 4])

/** `cotation materials [--process P] [--json]`: lists the materials. Returns the exit code. */
export function runMaterials(args: string[], texts: Texts, terminal: Terminal): number {
  try {
    const materials = listMaterials(args, texts)
    for (const text of materials) terminal.out(text)
    return exitCodes.done
  } catch (error) {
    terminal.err(messageOf(error))
    return exitCodes.wrongUsage
  }
}

function listMaterials(args: string[], texts: Texts): string[] {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, process: { type: 'string' } } })
  const { process } = values
  if (process !== undefined && !isProcessId(process)) {
    throw new Error(texts.say('cli.wrong.process', { given: process, known: processIds.join(', ') }))
  }

  const materials = packagedCatalogue.materials.filter((material) => !process || material.processIds.includes(process))
  if (values.json) return materials.map((material) => JSON.stringify(material))

  const head = columns.map((column) => texts.say(`cli.materials.${column}`))
  const rows = materials.map((material) => [
    material.id,
    material.name[texts.language],
    material.processIds.join(', '),
    texts.number(material.densityGCm3),
    texts.number(material.baseLeadDays),
    material.colours.map((colour) => colour.name[texts.language]).join(', '),
  ])

  return [textTable([head, ...rows], numericColumns)]
}
