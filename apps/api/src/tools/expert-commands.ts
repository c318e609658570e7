import { parseArgs } from 'node:util'
import { AppError } from '#core/app-error.ts'
import { answerQuestion, getQuestion, listQuestions } from '#features/quote/commands/answer-expert.service.ts'
import type { PartParcel } from '#features/quote/rows/manual-quote.repository.ts'
import type { QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { questionReport, questionTable } from './expert-report.ts'
import { ToolError } from './tool-error.ts'

const usage = `npm run experts -- COMMAND
  list                                                               questions that wait, oldest first
  show LINE                                                          the part, its configuration, figures and findings
  answer LINE --unit 12.50 --days 8 --by NAME [--note TEXT]          a price in USD for one part, and working days
      [--size 40x30x20 --weight 120]                                 one part in mm and g, where its file could not be read
  decline LINE --by NAME --note TEXT                                 no price, and why`

const options = {
  unit: { type: 'string' },
  days: { type: 'string' },
  size: { type: 'string' },
  weight: { type: 'string' },
  by: { type: 'string' },
  note: { type: 'string' },
  help: { type: 'boolean' },
} as const

interface Terminal {
  /** The database is opened when the command is known to make sense. */
  open(): Promise<QuoteDeps>
  say(text: string): void
}

/** Does what the words say; throws a `ToolError` or a service's refusal. */
export async function runExpertCommand(words: string[], { open, say }: Terminal): Promise<void> {
  const { values, positionals } = parsedWords(words)
  const [command = 'help', subject, ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is one word too many. See: npm run experts -- help`)
  if (values.help || command === 'help') return say(usage)
  if (command === 'list') return say(questionTable(await listQuestions(await open())))

  if (command === 'show') {
    const lineId = lineOf(subject)
    return say(questionReport(await waiting(lineId, getQuestion(await open(), lineId))))
  }

  if (command === 'answer') {
    const lineId = lineOf(subject)
    const unitMinor = centsOf(values.unit)
    const workingDays = daysOf(values.days)
    const answeredBy = shortText(values.by, 'who answers: --by NAME', 80)
    const note = noteOf(values.note ?? '')
    const parcel = parcelOf(values.size, values.weight)
    const answer = { state: 'answered', unitMinor, workingDays, note, answeredBy, ...(parcel && { parcel }) } as const

    await waiting(lineId, answerQuestion(await open(), lineId, answer))
    return say(`The price is in the line, and the customer is told.`)
  }

  if (command === 'decline') {
    const lineId = lineOf(subject)
    const answeredBy = shortText(values.by, 'who answers: --by NAME', 80)
    const note = noteOf(shortText(values.note, 'the reason: --note TEXT', mostNote))
    const answer = { state: 'declined', unitMinor: null, workingDays: null, note, answeredBy } as const
    await waiting(lineId, answerQuestion(await open(), lineId, answer))
    return say(`The question is declined, and the customer is told why.`)
  }

  throw new ToolError(`"${command}" is no command. See: npm run experts -- help`)
}

function parsedWords(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : '').split(/\n|\. /)
    throw new ToolError(`${line}. See: npm run experts -- help`)
  }
}

function lineOf(value: string | undefined): string {
  if (value === undefined) throw new ToolError('Name the line. See: npm run experts -- list')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    throw new ToolError(`"${value}" is no line: take its id from npm run experts -- list`)
  return value
}

const mostNote = 2000

function shortText(value: string | undefined, what: string, longest: number): string {
  if (value === undefined || value.trim() === '') throw new ToolError(`Name ${what}. See: npm run experts -- help`)
  if (value.length > longest) throw new ToolError(`That is too long: ${longest} characters at most.`)
  return value.trim()
}

function noteOf(note: string): string {
  if (note.length > mostNote) throw new ToolError(`That is too long: ${mostNote} characters at most.`)
  return note.trim()
}

/** Written with a point and cents at most; read digit by digit, since 1.005 × 100 is not what it looks like. */
function centsOf(text: string | undefined): number {
  const [, whole, cents = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (!(minor > 0)) throw new ToolError('Name the price of one part in USD: --unit 12.50')
  return minor
}

function daysOf(text: string | undefined): number {
  const days = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
  if (days < 1 || days > 365) throw new ToolError('Name the working days, 1 to 365: --days 8')
  return days
}

const unmeasured = 'Name what one part is when it is shipped, in mm and g: --size 40x30x20 --weight 120'

/** Both or neither. */
function parcelOf(size: string | undefined, weight: string | undefined): PartParcel | undefined {
  if (size === undefined && weight === undefined) return undefined
  const sides = /^(\d{1,5}(?:\.\d+)?)x(\d{1,5}(?:\.\d+)?)x(\d{1,5}(?:\.\d+)?)$/.exec(size ?? '')
  const [length, width, height] = (sides ?? []).slice(1).map(Number)
  const weightG = /^\d{1,7}(\.\d+)?$/.test(weight ?? '') ? Number(weight) : 0
  if (!length || !width || !height || weightG <= 0) throw new ToolError(unmeasured)
  return { sizeMm: [length, width, height], weightG }
}

async function waiting<T>(lineId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'VALIDATION') throw new ToolError(`The file could not be read. ${unmeasured}`)
    if (error.code !== 'NOT_FOUND') throw error
    throw new ToolError(
      `No question waits at line ${lineId}: it was answered or taken back, or the customer changed the part since. See: npm run experts -- list`,
    )
  }
}
