import { staffContactBody } from '@cotation/contracts'
import { isEmail, normalizeEmail, type StaffRole, staffRoles } from '@cotation/domain'
import { byTool } from '#core/audit.ts'
import { updateContact } from '#features/manager/manager.service.ts'
import {
  addStaff,
  disableStaff,
  listStaff,
  newStaffLink,
  newStaffToken,
  resetStaffFactor,
  type StaffDeps,
  type StaffRow,
} from '#features/staff-access/staff.service.ts'
import { enrolmentPath } from '#features/staff-access/staff-mail.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run staff -- COMMAND
  list                                              all members of staff, with those who are disabled
  add --name NAME --email ADDRESS --role ROLE       add a person and print the enrolment link, valid for 72 hours
  link --email ADDRESS                              print another link for a person who has not enrolled yet
  reset-factor --email ADDRESS                      remove password and second factor of a person who lost them, end all
                                                    sessions and print an enrolment link
  token --email ADDRESS                             print a token for scripts, for 12 hours, which ends after an hour
                                                    without use; what needs a second factor works for ten minutes
  contact --email ADDRESS [--phone "+33 …"] [--hours-fr TEXT --hours-en TEXT]
                                                    set what customers see; "" removes it
  disable --email ADDRESS                           end all sessions of a person and allow no new ones

roles: ${staffRoles.join(', ')}`

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  phone: { type: 'string' },
  'hours-fr': { type: 'string' },
  'hours-en': { type: 'string' },
  help: { type: 'boolean' },
} as const

interface Terminal {
  /** Called only for a valid command. */
  open(): Promise<StaffDeps>
  /** Where staff reach the product. */
  publicUrl: string
  print(text: string): void
}

type Values = ReturnType<typeof parseCommand<typeof options>>['values']

/** The commands about one person. Each prints what it returns. */
const commands: Record<string, (values: Values, terminal: Terminal) => Promise<string>> = {
  async add(values, { open, publicUrl }) {
    const person = { name: parseName(values.name), email: parseEmail(values.email), role: parseRole(values.role) }
    const key = await addStaff(await open(), person)
    if (key === null) throw new ToolError(`${person.email} already exists. See: npm run staff -- list`)
    return linkOf(publicUrl, key)
  },

  async link(values, { open, publicUrl }) {
    const email = parseEmail(values.email)
    const made = await newStaffLink(await open(), email)
    if (made === 'not-active') throw notActive(email)
    if (made === 'enrolled')
      throw new ToolError(`${email} has enrolled already. To replace password and second factor: reset-factor`)
    return linkOf(publicUrl, made.key)
  },

  async 'reset-factor'(values, { open, publicUrl }) {
    const email = parseEmail(values.email)
    const key = await resetStaffFactor(await open(), email)
    if (key === null) throw notActive(email)
    return linkOf(publicUrl, key)
  },

  async token(values, { open }) {
    const email = parseEmail(values.email)
    const token = await newStaffToken(await open(), email)
    if (token === null) throw notActive(email)
    return token
  },

  async contact(values, { open }) {
    const email = parseEmail(values.email)
    const contact = parseContact(values.phone, values['hours-fr'], values['hours-en'])

    const deps = await open()
    const member = (await listStaff(deps)).find((one) => one.email === email && one.disabled_at === null)
    if (!member) throw notActive(email)

    const { phone, hours_fr, hours_en } = await updateContact(deps, member.id, contact, byTool)
    return [email, phone, hours_fr, hours_en].join('  ')
  },

  async disable(values, { open }) {
    const email = parseEmail(values.email)
    if (!(await disableStaff(await open(), email))) throw notActive(email)
    return `${email} is disabled.`
  },
}

const notActive = (email: string) =>
  new ToolError(`${email} is not an active member of staff. See: npm run staff -- list`)

const linkOf = (publicUrl: string, key: string) => `${publicUrl}/manufacture${enrolmentPath(key)}`

/** Runs the command; throws a `ToolError`. Prints links and tokens: the database stores only hashes. */
export async function runStaffCommand(words: string[], terminal: Terminal): Promise<void> {
  const { open, print } = terminal
  const { values, positionals } = parseCommand(words, options, 'staff')
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run staff -- help`)
  if (values.help || command === 'help') return print(usage)
  if (command === 'list') return print(staffTable(await listStaff(await open())))

  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new ToolError(`"${command}" is not a command. See: npm run staff -- help`)
  print(await run(values, terminal))
}

function parseName(value: string | undefined): string {
  const name = value?.trim() ?? ''
  if (name === '' || name.length > 80 || /\p{Cc}/u.test(name))
    throw new ToolError('Give the name of the person, at most 80 characters: --name "Léa Petit"')
  return name
}

function parseEmail(value: string | undefined): string {
  const email = normalizeEmail(value ?? '')
  if (!isEmail(email)) throw new ToolError('Give the address of the person: --email lea@example.com')
  return email
}

function parseContact(phone?: string, fr?: string, en?: string) {
  const hours = fr === undefined && en === undefined ? undefined : { fr: fr ?? '', en: en ?? '' }
  const parsed = staffContactBody.safeParse({ phone, hours })
  if (!parsed.success || (phone === undefined && hours === undefined)) {
    throw new ToolError(
      'Give --phone "+33 1 23 45 67 89", or --hours-fr and --hours-en with at most 80 characters, or all of them',
    )
  }

  return parsed.data
}

function parseRole(value: string | undefined): StaffRole {
  const role = staffRoles.find((known) => known === value)
  if (!role) throw new ToolError(`Give the role of the person: --role ${staffRoles.join(' | ')}`)
  return role
}

/** All members of staff, one per row. */
export function staffTable(staff: readonly (StaffRow & { ownRoleName: string | null })[]): string {
  if (staff.length === 0) return 'There are no members of staff yet. See: npm run staff -- help'
  return staff
    .map(({ email, role, ownRoleName, name, disabled_at, password_hash }) => {
      const enrolment = password_hash === null ? 'not enrolled' : 'active'
      const state = disabled_at ? `disabled ${disabled_at.toISOString()}` : enrolment
      return [email, role ?? ownRoleName, state, name].join('  ')
    })
    .join('\n')
}
