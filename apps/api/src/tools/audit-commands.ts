import { resolve } from 'node:path'
import type { Deps } from '#core/deps.ts'
import { findEntryHash } from '#features/audit/audit-chain.repository.ts'
import { verifyAudit } from '#features/audit/verify-audit.service.ts'
import { readManifest } from '#src/backup/manifest.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run audit -- COMMAND
  verify [--new]                 verify all entries, or only those since the last verification
      [--backup FOLDER]          and compare with the last entry that a backup had`

const options = { new: { type: 'boolean' }, backup: { type: 'string' }, help: { type: 'boolean' } } as const

type CommandDeps = Pick<Deps, 'clock' | 'db' | 'log'>

interface Terminal {
  /** Called only for a valid command. */
  open(): Promise<CommandDeps>
  print(text: string): void
}

/** Runs the command; false if the audit was changed. Throws a `ToolError`. */
export async function runAuditCommand(words: string[], { open, print }: Terminal): Promise<boolean> {
  const { values, positionals } = parseCommand(words, options, 'audit')
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run audit -- help`)
  if (values.help || command === 'help') {
    print(usage)
    return true
  }
  if (command !== 'verify') throw new ToolError(`"${command}" is not a command. See: npm run audit -- help`)

  const manifest = values.backup === undefined ? null : await readManifest(resolve(values.backup))
  const deps = await open()
  const { end, broken } = await verifyAudit(deps, !values.new)
  if (broken) {
    print(`The audit was changed: entry ${broken.position}, ${broken.fault} (docs/operations.md).`)
    return false
  }

  if (manifest?.audit && (await findEntryHash(deps.db, manifest.audit.position)) !== manifest.audit.hash) {
    print(`The audit was changed: entry ${manifest.audit.position} of the backup is gone or another one.`)
    return false
  }

  print(`The audit is unbroken. Entry ${end.position}: ${end.hash.toString('hex')}`)
  return true
}
