import { isReferralCode, referralDays, referralKey } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newReadableCode } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import {
  findCodeOwner,
  findLastChoice,
  insertFirstCode,
  listCodes,
  lockReferrer,
  putChosenCode,
  type ReferralCodeRow,
  retireCode,
} from './referral-code.repository.ts'

type CodeDeps = Pick<Deps, 'clock' | 'db'>

const dayMs = 86_400_000
export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs)

const firstCodeLength = 8

export interface OwnCodes {
  current: ReferralCodeRow
  /** Replaced codes that still work. */
  old: ReferralCodeRow[]
  /** Null if the code can be changed now. */
  changeableAt: Date | null
}

/** The codes of a customer. The first call creates the first code. */
export async function getOwnCodes(deps: CodeDeps, customerId: string): Promise<OwnCodes> {
  const now = deps.clock()
  let codes = await listCodes(deps.db, customerId, now)

  // A collision among 31 ^ 8 codes is very unlikely; the next round would try another code.
  while (!codes.some(isCurrent)) {
    const code = newReadableCode(firstCodeLength)
    await insertFirstCode(deps.db, { key: referralKey(code), code, customerId, now })
    codes = await listCodes(deps.db, customerId, now)
  }

  const [current, ...old] = codes
  if (!current) throw new Error('the current code is missing')
  return { current, old, changeableAt: changeableAfter(await findLastChoice(deps.db, customerId), now) }
}

const isCurrent = ({ valid_until }: ReferralCodeRow) => valid_until === null

/** Null if the code can be changed now. */
function changeableAfter(lastChoice: Date | undefined, now: Date): Date | null {
  if (!lastChoice) return null
  const date = daysAfter(lastChoice, referralDays.betweenChanges)
  return date > now ? date : null
}

/**
 * Replaces the code by one of the customer's choice, once a year. Old links keep working for a
 * while. The same letters in another case replace the spelling only, which is a change as well.
 */
export async function changeCode(deps: CodeDeps, customerId: string, code: string): Promise<void> {
  const now = deps.clock()
  const key = referralKey(code)

  await deps.db.transaction().execute(async (trx) => {
    await lockReferrer(trx, customerId)
    const [current] = await listCodes(trx, customerId, now)
    if (current?.code === code) return

    const changeableAt = changeableAfter(await findLastChoice(trx, customerId), now)
    if (changeableAt) throw new AppError('REFERRAL_CODE_CHANGED')

    await retireCode(trx, customerId, daysAfter(now, referralDays.oldCode))
    if (!(await putChosenCode(trx, { key, code, customerId, now }))) throw new AppError('REFERRAL_CODE_TAKEN')
  })
}

/** Whether a code, as a visitor typed it, can be used at sign-up. */
export async function isUsableCode({ db, clock }: CodeDeps, typedCode: string): Promise<boolean> {
  return (await findReferrer(db, typedCode, clock())) !== undefined
}

/** The customer to whom a typed code belongs. */
export async function findReferrer(db: Db | Trx, typedCode: string, at: Date): Promise<string | undefined> {
  const code = typedCode.trim()
  return isReferralCode(code) ? findCodeOwner(db, referralKey(code), at) : undefined
}
