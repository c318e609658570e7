import { isUuid } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import {
  type AskedPart,
  answerQuestion,
  getQuestion,
  listQuestions,
  type OpenQuestion,
} from '#features/quote/commands/expert.service.ts'
import type { PartParcel } from '#features/quote/rows/manual-quote.repository.ts'
import type { ChangeDeps } from '#features/quote/settle/change-project.service.ts'
import { parseCommand, ToolError } from './tool-error.ts'

const usage = `npm run experts -- COMMAND
  list                                                               open questions, oldest first
  show LINE                                                          the part, its configuration, figures and findings
  answer LINE --unit 12.50 --days 8 --by NAME [--note TEXT]          price of one part in USD, and working days
      [--size 40x30x20 --weight 120]                                 one part in mm and g, if its file is unreadable
  decline LINE --by NAME --note TEXT                                 decline, with the reason`

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
  /** Called only for a valid command. */
  open(): Promise<ChangeDeps>
  print(text: string): void
}

/** Runs the command; throws a `ToolError` or an `AppError`. */
export async function runExpertCommand(words: string[], { open, print }: Terminal): Promise<void> {
  const { values, positionals } = parseCommand(words, options, 'experts')
  const [command = 'help', lineArgument, ...rest] = positionals
  if (rest.length > 0) throw new ToolError(`"${rest[0]}" is unexpected. See: npm run experts -- help`)
  if (values.help || command === 'help') return print(usage)
  if (command === 'list') return print(questionTable(await listQuestions(await open())))

  if (command === 'show') {
    const lineId = parseLineId(lineArgument)
    return print(questionReport(await openOnly(lineId, getQuestion(await open(), lineId))))
  }

  if (command === 'answer') {
    const lineId = parseLineId(lineArgument)
    const unitMinor = parseCents(values.unit)
    const workingDays = parseDays(values.days)
    const answeredBy = requireText(values.by, 'your name: --by NAME', 80)
    const note = parseNote(values.note ?? '')
    const parcel = parseParcel(values.size, values.weight)
    const answer = { state: 'answered', unitMinor, workingDays, note, answeredBy, ...(parcel && { parcel }) } as const

    await openOnly(lineId, answerQuestion(await open(), lineId, answer))
    return print(`The line has its price, and the customer gets a mail.`)
  }

  if (command === 'decline') {
    const lineId = parseLineId(lineArgument)
    const answeredBy = requireText(values.by, 'your name: --by NAME', 80)
    const note = parseNote(requireText(values.note, 'the reason: --note TEXT', maxNoteLength))
    const answer = { state: 'declined', unitMinor: null, workingDays: null, note, answeredBy } as const
    await openOnly(lineId, answerQuestion(await open(), lineId, answer))
    return print(`The question is declined, and the customer gets a mail with the reason.`)
  }

  throw new ToolError(`"${command}" is not a command. See: npm run experts -- help`)
}

function parseLineId(value: string | undefined): string {
  if (value === undefined) throw new ToolError('Give the id of the line. See: npm run experts -- list')
  if (!isUuid(value.toLowerCase()))
    throw new ToolError(`"${value}" is not the id of a line. See: npm run experts -- list`)
  return value
}

const maxNoteLength = 2000

function requireText(value: string | undefined, what: string, maxLength: number): string {
  if (value === undefined || value.trim() === '') throw new ToolError(`Give ${what}. See: npm run experts -- help`)
  if (value.length > maxLength) throw new ToolError(`That is too long: ${maxLength} characters at most.`)
  return value.trim()
}

function parseNote(note: string): string {
  if (note.length > maxNoteLength) throw new ToolError(`That is too long: ${maxNoteLength} characters at most.`)
  return note.trim()
}

/** Parsed digit by digit, because 1.005 × 100 is not 100.5 in floating point. */
function parseCents(text: string | undefined): number {
  const [, whole, cents = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (!(minor > 0)) throw new ToolError('Give the price of one part in USD: --unit 12.50')
  return minor
}

function parseDays(text: string | undefined): number {
  const days = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
  if (days < 1 || days > 365) throw new ToolError('Give the working days, 1 to 365: --days 8')
  return days
}

const sizeHint = 'Give size and weight of one part for shipping, in mm and g: --size 40x30x20 --weight 120'

/** Both options or neither. */
function parseParcel(size: string | undefined, weight: string | undefined): PartParcel | undefined {
  if (size === undefined && weight === undefined) return undefined

  const sides = /^(\d{1,5}(?:\.\d+)?)x(\d{1,5}(?:\.\d+)?)x(\d{1,5}(?:\.\d+)?)$/.exec(size ?? '')
  const [length, width, height] = (sides ?? []).slice(1).map(Number)
  const weightG = /^\d{1,7}(\.\d+)?$/.test(weight ?? '') ? Number(weight) : 0
  if (!length || !width || !height || weightG <= 0) throw new ToolError(sizeHint)
  return { sizeMm: [length, width, height], weightG }
}

async function openOnly<T>(lineId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'VALIDATION') throw new ToolError(`The file could not be read. ${sizeHint}`)
    if (error.code !== 'NOT_FOUND' && error.code !== 'QUESTION_CLOSED') throw error
    throw new ToolError(
      `Line ${lineId} has no open question: it was answered or withdrawn, or the customer has changed the part. See: npm run experts -- list`,
    )
  }
}

const maxQuestionLength = 60

/** Control characters in a customer's text would move the operator's cursor. */
const plain = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

const shorten = (text: string) => (text.length > maxQuestionLength ? `${text.slice(0, maxQuestionLength - 1)}…` : text)

/** All open questions, one per row. */
function questionTable(questions: readonly OpenQuestion[]): string {
  if (questions.length === 0) return 'There are no open questions.'

  return questions
    .map(({ lineId, askedAt, service, materialId, quantity, part, question }) =>
      [
        lineId,
        askedAt.toISOString(),
        service,
        `${quantity ?? '-'} × ${materialId ?? '-'}`,
        plain(part),
        shorten(plain(question)),
      ].join('  '),
    )
    .join('\n')
}

/** Everything that an expert needs to know about a part. */
function questionReport(asked: AskedPart): string {
  const { measures, verdict } = asked
  const price = verdict?.price

  return [
    `line         ${asked.lineId}`,
    `part         ${plain(asked.part)}`,
    `file         ${plain(asked.fileName)}${asked.sha256 ? ` (parts/${asked.sha256})` : ''}`,
    `service      ${asked.service}`,
    `asked        ${asked.askedAt.toISOString()} by ${asked.email}`,
    `question     ${plain(asked.question)}`,
    ...(asked.comment === '' ? [] : [`comment      ${plain(asked.comment)}`]),
    ...(measures
      ? [
          `size         ${measures.sizeMm.map((side) => side.toFixed(2)).join(' × ')} mm`,
          `volume       ${(measures.volumeMm3 / 1000).toFixed(3)} cm³, ${measures.holes.length} holes`,
        ]
      : []),
    `automatic    ${price ? `${(price.linePrice.minor / 100).toFixed(2)} USD for the line` : 'no price'}`,
    ...(verdict?.faults ?? []).map(({ code, field }) => `fault        ${code} at ${field}`),
    ...(verdict?.findings ?? []).map(
      ({ rule, severity, value, limit }) =>
        `finding      ${rule} ${severity}: ${String(value)} against ${JSON.stringify(limit)}`,
    ),
    `wanted       ${JSON.stringify(asked.configuration, null, 2)}`,
  ].join('\n')
}
