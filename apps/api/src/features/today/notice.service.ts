import type { NoticeChoices } from '@cotation/contracts'
import { dayIn, defaultNotice, type StaffTaskKind, type TaskNotice, taskKindsOf } from '@cotation/domain'
import { type ActionMail, sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import { type AuditFacts, changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import {
  findMailedReader,
  findReader,
  insertNotices,
  listChoices,
  listMailedReaders,
  listNoticed,
  type NoticeReader,
  noteMorningMail,
  removeOldNotices,
  updateLanguage,
  upsertChoices,
} from './notice.repository.ts'
import { countTasks, type StaffTaskRow, type TaskCount } from './today.repository.ts'
import { scopeOf } from './today.service.ts'

/** Mails about tasks that arrived, and about what waits in the morning. */
export const noticeMailJob = 'today-notice-mail'

export type NoticeMailRequest =
  | { staffId: string; about: 'new'; noticedAt: string }
  | { staffId: string; about: 'morning'; day: string }

type NoticeDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs'>

/** Tasks that began before were in a morning mail, or are on the list. */
const newTaskMs = 24 * 3_600_000

/** In the shop's time zone. */
const morningHour = 7

const maxMailedTasks = 20

const settingsPath = '/staff/account#notices'

/** What a person has chosen or the role suggests, of the kinds that the person sees. */
async function choicesOf({ db }: { db: Db | Trx }, reader: NoticeReader): Promise<NoticeChoices['choices']> {
  const chosen = new Map((await listChoices(db, reader.staffId)).map(({ kind, notice }) => [kind, notice]))
  return taskKindsOf(reader.rights).map((kind) => ({
    kind,
    notice: chosen.get(kind) ?? defaultNotice(reader.role, kind),
  }))
}

async function kindsWith(deps: Pick<Deps, 'db'>, reader: NoticeReader, wanted: TaskNotice): Promise<StaffTaskKind[]> {
  const choices = await choicesOf(deps, reader)
  return choices.filter(({ notice }) => notice === wanted).map(({ kind }) => kind)
}

export async function getNotices({ db }: { db: Db | Trx }, { staffId }: { staffId: string }): Promise<NoticeChoices> {
  const reader = await findReader(db, staffId)
  if (!reader) throw new AppError('NOT_FOUND')
  return { language: reader.language, choices: await choicesOf({ db }, reader) }
}

const factsOf = ({ language, choices }: NoticeChoices): AuditFacts => ({
  language,
  ...Object.fromEntries(choices.map(({ kind, notice }) => [kind, notice])),
})

interface NoticeChange {
  language?: NoticeChoices['language'] | undefined
  choices?: NoticeChoices['choices'] | undefined
}

export async function chooseNotices(
  deps: Pick<Deps, 'db'>,
  { staffId }: { staffId: string },
  { language, choices = [] }: NoticeChange,
): Promise<NoticeChoices> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await getNotices({ db: trx }, { staffId })
    await upsertChoices(trx, staffId, choices)
    if (language !== undefined) await updateLanguage(trx, staffId, language)

    const after = await getNotices({ db: trx }, { staffId })
    const changed = changedFacts(factsOf(before), factsOf(after))
    const subject = { kind: 'staff', id: staffId } as const
    if (changed) await recordAudit(trx, { staffId, action: 'staff.notices-changed', subject, ...changed })
    return after
  })
}

/**
 * Mails each person about the tasks that arrived since the last run, in one mail. A task is looked for
 * in the list rather than reported by its cause, so that no cause can forget to report it.
 */
export async function noticeNewTasks(deps: NoticeDeps): Promise<void> {
  for (const reader of await listMailedReaders(deps.db)) {
    const { staffId } = reader
    const kinds = await kindsWith(deps, reader, 'at-once')
    const scope = scopeOf(deps, staffId)
    const begunAfter = new Date(scope.now.getTime() - newTaskMs)

    await deps.db.transaction().execute(async (trx) => {
      const added = await insertNotices(trx, scope, kinds, begunAfter)
      if (added === 0) return

      const mail: NoticeMailRequest = { staffId, about: 'new', noticedAt: scope.now.toISOString() }
      await deps.jobs.enqueue(trx, noticeMailJob, mail)
    })
  }

  await removeOldNotices(deps.db, new Date(deps.clock().getTime() - 2 * newTaskMs))
}

function hourIn(timeZone: string, at: Date): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at))
}

/**
 * Runs every hour, because the time zone of the shop has summer time and the schedule has none, and
 * because no worker may run at that hour.
 */
export async function mailMorning(deps: NoticeDeps): Promise<void> {
  const { timeZone } = deps.config
  const now = deps.clock()
  if (hourIn(timeZone, now) < morningHour) return

  const day = dayIn(timeZone, now)
  for (const { staffId } of await listMailedReaders(deps.db)) {
    await deps.db.transaction().execute(async (trx) => {
      if (!(await noteMorningMail(trx, staffId, day))) return
      const mail: NoticeMailRequest = { staffId, about: 'morning', day }
      await deps.jobs.enqueue(trx, noticeMailJob, mail)
    })
  }
}

/** Composed when it is sent: what was dealt with in the meantime is left out, and so is an empty mail. */
export async function sendNoticeMail(deps: Deps, request: NoticeMailRequest): Promise<void> {
  const reader = await findMailedReader(deps.db, request.staffId)
  if (!reader) return

  const mail =
    request.about === 'new' ? await newTasksMail(deps, reader, request) : await morningMail(deps, reader, request)
  if (mail) await sendActionMail(deps, mail)
}

const mailTo = (deps: Deps, { name, email, language }: NoticeReader) => ({
  to: email,
  userName: name,
  language,
  repliesTo: 'sender' as const,
  path: '/staff/today',
  lastLink: { name: deps.texts(language, 'staff-today', 'mail.settings'), path: settingsPath },
})

async function newTasksMail(
  deps: Deps,
  reader: NoticeReader,
  { staffId, noticedAt }: Extract<NoticeMailRequest, { about: 'new' }>,
): Promise<ActionMail | null> {
  const { tasks, count } = await listNoticed(deps.db, scopeOf(deps, staffId), {
    kinds: taskKindsOf(reader.rights),
    noticedAt: new Date(noticedAt),
    limit: maxMailedTasks,
  })
  if (count === 0) return null

  return {
    ...mailTo(deps, reader),
    kind: 'staff-tasks',
    facts: tasks.map((task) => taskFact(deps, reader, task)),
    values: { count },
    idempotencyKey: `staff-tasks ${staffId} ${noticedAt}`,
  }
}

function taskFact({ texts }: Deps, { language }: NoticeReader, task: StaffTaskRow) {
  const { kind, title, customer, amount_minor, currency } = task
  const money = new Intl.NumberFormat(language, { style: 'currency', currency })
  const amount = amount_minor === null ? '' : money.format(Number(amount_minor) / 100)

  return {
    name: texts(language, 'staff-today', `kind.${kind}`),
    value: [titleText(texts, language, task) || title, customer, amount].filter((text) => text !== '').join(' · '),
  }
}

/** Topics and proposals are codes; empty for titles that are shown as they are. */
function titleText(texts: Deps['texts'], language: NoticeReader['language'], { kind, title }: StaffTaskRow): string {
  if (kind === 'contact-message') return texts(language, 'staff-today', `topic.${title}`)
  if (kind === 'proposal') return texts(language, 'staff-today', `proposal.${title}`)
  return ''
}

async function morningMail(
  deps: Deps,
  reader: NoticeReader,
  { staffId, day }: Extract<NoticeMailRequest, { about: 'morning' }>,
): Promise<ActionMail | null> {
  const kinds = await kindsWith(deps, reader, 'morning')
  const counts = await countTasks(deps.db, kinds, scopeOf(deps, staffId))
  const count = counts.reduce((sum, { total }) => sum + total, 0)
  if (count === 0) return null

  const inListSequence = kinds.flatMap((kind) => counts.filter((one) => one.kind === kind))
  return {
    ...mailTo(deps, reader),
    kind: 'staff-morning',
    facts: inListSequence.map((one) => countFact(deps, reader, one)),
    values: { count },
    idempotencyKey: `staff-morning ${staffId} ${day}`,
  }
}

const countFact = ({ texts }: Deps, { language }: NoticeReader, { kind, total, late }: TaskCount) => ({
  name: texts(language, 'staff-today', `kind.${kind}`),
  value: texts(language, 'staff-today', 'mail.counts', { total, late }),
})
