import { isEmail, normalizeEmail } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { removeSecondFactorOf } from '#features/auth/second-factor.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run customer -- COMMAND
  remove-second-factor --email ADDRESS      turn two-step login off and end all sessions; the owner gets a mail`

const options = { email: { type: 'string' }, help: { type: 'boolean' } } as const

interface Terminal {
  /** Called only for a valid command. */
  open(): Promise<Pick<Deps, 'clock' | 'db' | 'jobs'>>
  print(text: string): void
}

/** Runs the command; throws a `ToolError`. */
export async function runCustomerCommand(words: string[], { open, print }: Terminal): Promise<void> {
  const { values, positionals } = parseCommand(words, options, 'customer')
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run customer -- help`)
  if (values.help || command === 'help') return print(usage)
  if (command !== 'remove-second-factor')
    throw new ToolError(`"${command}" is not a command. See: npm run customer -- help`)

  const email = normalizeEmail(values.email ?? '')
  if (!isEmail(email)) throw new ToolError('Give the address of the customer: --email lea@example.com')

  const isRemoved = await removeSecondFactorOf(await open(), email)
  if (!isRemoved) throw new ToolError(`No account with the address ${email} has two-step login.`)
  print(`Two-step login of ${email} is off, and all sessions have ended.`)
}
