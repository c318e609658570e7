import { parseArgs } from 'node:util'
import { isEmail, normalizeEmail, type StaffRole, staffRoles } from '@cotation/domain'
import { addStaff, disableStaff, listStaff, newStaffToken, type StaffDeps } from '#features/auth/staff/staff.service.ts'
import { staffTable } from './staff-report.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run staff -- COMMAND
  list                                              people of the shop, and who of them may still work
  add --name NAME --email ADDRESS --role ROLE       a new person, and a token for one shift of 12 hours
  token --email ADDRESS                             another token for 12 hours; older ones go on until they end
  disable --email ADDRESS                           ends every session of a person at once, and gives no more

roles: ${staffRoles.join(', ')}`

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  help: { type: 'boolean' },
} as const

interface Terminal {
  /** The database is opened when the command is known to make sense. */
  open(): Promise<StaffDeps>
  say(text: string): void
}

/** Does what the words say; throws a `ToolError`. A token is told here and nowhere else: only its digest is kept. */
export async function runStaffCommand(words: string[], { open, say }: Terminal): Promise<void> {
  const { values, positionals } = parsedWords(words)
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is one word too many. See: npm run staff -- help`)
  if (values.help || command === 'help') return say(usage)
  if (command === 'list') return say(staffTable(await listStaff(await open())))

  if (command === 'add') {
    const person = { name: nameOf(values.name), email: emailOf(values.email), role: roleOf(values.role) }
    const token = await addStaff(await open(), person)
    if (token === null) throw new ToolError(`${person.email} is known already. See: npm run staff -- list`)
    return say(token)
  }

  if (command === 'token') {
    const email = emailOf(values.email)
    const token = await newStaffToken(await open(), email)
    if (token === null) throw new ToolError(`${email} is nobody who may work here. See: npm run staff -- list`)
    return say(token)
  }

  if (command === 'disable') {
    const email = emailOf(values.email)
    if (!(await disableStaff(await open(), email)))
      throw new ToolError(`${email} is nobody who may work here. See: npm run staff -- list`)
    return say(`${email} may do nothing any more, from now on.`)
  }

  throw new ToolError(`"${command}" is no command. See: npm run staff -- help`)
}

function parsedWords(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : '').split(/\n|\. /)
    throw new ToolError(`${line}. See: npm run staff -- help`)
  }
}

function nameOf(value: string | undefined): string {
  const name = value?.trim() ?? ''
  if (name === '' || name.length > 80 || /\p{Cc}/u.test(name))
    throw new ToolError('Name the person, in 80 characters at most: --name "Léa Petit"')
  return name
}

function emailOf(value: string | undefined): string {
  const email = normalizeEmail(value ?? '')
  if (!isEmail(email)) throw new ToolError('Name the address of the person: --email lea@example.com')
  return email
}

function roleOf(value: string | undefined): StaffRole {
  const role = staffRoles.find((known) => known === value)
  if (!role) throw new ToolError(`Name what the person does: --role ${staffRoles.join(' | ')}`)
  return role
}
