import { parseArgs } from 'node:util'
import { allParts } from './parts/all-parts.ts'
import { mendedFailures, reportText, unknownComplaints } from './report.ts'
import { runTable } from './run-table.ts'

/** Compares the verdicts on generated parts with the truth: `npm run truth [-- --part membrane]`. */
const { values } = parseArgs({ options: { part: { type: 'string' } } })
const { part = '' } = values

const run = await runTable(allParts.filter(({ name }) => name.includes(part)))
process.stdout.write(`${reportText(run)}\n`)

if (unknownComplaints(run).length > 0 || mendedFailures(run).length > 0) process.exitCode = 1
