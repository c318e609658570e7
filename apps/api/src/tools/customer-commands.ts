import { isEmail, normalizeEmail } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { removeSecondFactorOf } from '#features/auth/second-factor.service.ts'
import { endAccessOf } from '#features/auth/session.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run customer -- COMMAND
  remove-second-factor --email ADDRESS      turn two-step login off and end all sessions; the owner gets a mail
  end-sessions --email ADDRESS              log the customer out everywhere, for example after a theft`

const options = { email: { type: 'string' }, help: { type: 'boolean' } } as const

type CommandDeps = Pick<Deps, 'clock' | 'db' | 'jobs'>

interface Terminal {
  /** Called only for a valid command. */
  open(): Promise<CommandDeps>
  print(text: string): void
}

/** Runs the command; throws a `ToolError`. */
export async function runCustomerCommand(words: string[], { open, print }: Terminal): Promise<void> {
  const { values, positionals } = parseCommand(words, options, 'customer')
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run customer -- help`)
  if (values.help || command === 'help') return print(usage)

  const run = commands.get(command)
  if (!run) throw new ToolError(`"${command}" is not a command. See: npm run customer -- help`)

  const email = normalizeEmail(values.email ?? '')
  if (!isEmail(email)) throw new ToolError('Give the address of the customer: --email lea@example.com')

  print(await run(await open(), email))
}

async function removeSecondFactor(deps: CommandDeps, email: string): Promise<string> {
  const isRemoved = await removeSecondFactorOf(deps, email)
  if (!isRemoved) throw new ToolError(`No account with the address ${email} has two-step login.`)
  return `Two-step login of ${email} is off, and all sessions have ended.`
}

async function endSessions(deps: CommandDeps, email: string): Promise<string> {
  const isKnown = await endAccessOf(deps, email)
  if (!isKnown) throw new ToolError(`No account has the address ${email}.`)
  return `All sessions of ${email} have ended.`
}

/** Each returns what to print. */
const commands = new Map([
  ['remove-second-factor', removeSecondFactor],
  ['end-sessions', endSessions],
])
