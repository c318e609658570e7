import { staffContactBody } from '@cotation/contracts'
import { isEmail, normalizeEmail, type StaffRole, staffRoles } from '@cotation/domain'
import { byTool } from '#core/audit.ts'
import {
  addStaff,
  disableStaff,
  listStaff,
  newStaffToken,
  type StaffDeps,
  type StaffRow,
} from '#features/auth/staff.service.ts'
import { updateContact } from '#features/manager/manager.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run staff -- COMMAND
  list                                              all members of staff, with those who are disabled
  add --name NAME --email ADDRESS --role ROLE       add a person and print a token for 12 hours
  token --email ADDRESS                             print another token for 12 hours; older ones stay valid
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
  print(text: string): void
}

/** Runs the command; throws a `ToolError`. Prints tokens: the database stores only hashes. */
export async function runStaffCommand(words: string[], { open, print }: Terminal): Promise<void> {
  const { values, positionals } = parseCommand(words, options, 'staff')
  const [command = 'help', ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run staff -- help`)
  if (values.help || command === 'help') return print(usage)
  if (command === 'list') return print(staffTable(await listStaff(await open())))

  if (command === 'add') {
    const person = { name: parseName(values.name), email: parseEmail(values.email), role: parseRole(values.role) }
    const token = await addStaff(await open(), person)
    if (token === null) throw new ToolError(`${person.email} already exists. See: npm run staff -- list`)
    return print(token)
  }

  if (command === 'token') {
    const email = parseEmail(values.email)
    const token = await newStaffToken(await open(), email)
    if (token === null) throw new ToolError(`${email} is not an active member of staff. See: npm run staff -- list`)
    return print(token)
  }

  if (command === 'contact') {
    const email = parseEmail(values.email)
    const contact = parseContact(values.phone, values['hours-fr'], values['hours-en'])

    const deps = await open()
    const member = (await listStaff(deps)).find((one) => one.email === email && one.disabled_at === null)
    if (!member) throw new ToolError(`${email} is not an active member of staff. See: npm run staff -- list`)

    const { phone, hours_fr, hours_en } = await updateContact(deps, member.id, contact, byTool)
    return print([email, phone, hours_fr, hours_en].join('  '))
  }

  if (command === 'disable') {
    const email = parseEmail(values.email)
    if (!(await disableStaff(await open(), email)))
      throw new ToolError(`${email} is not an active member of staff. See: npm run staff -- list`)
    return print(`${email} is disabled.`)
  }

  throw new ToolError(`"${command}" is not a command. See: npm run staff -- help`)
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
export function staffTable(staff: readonly StaffRow[]): string {
  if (staff.length === 0) return 'There are no members of staff yet. See: npm run staff -- help'
  return staff
    .map(({ email, role, name, disabled_at }) => {
      const state = disabled_at ? `disabled ${disabled_at.toISOString()}` : 'active'
      return [email, role, state, name].join('  ')
    })
    .join('\n')
}
