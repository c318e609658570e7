import type { Deps } from '#core/deps.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import {
  type ChainBreak,
  type ChainEnd,
  chainStart,
  checkEntriesAfter,
  findLostEnd,
  findReasonAfter,
  findVerifiedEnd,
  hasUnchained,
  insertVerification,
  type Verification,
} from './audit-chain.repository.ts'

/** Small enough for the time limit of a statement. */
const entriesAtOnce = 5000

/** Sundays, in UTC. */
const isWholeDay = (now: Date) => now.getUTCDay() === 0

/**
 * Verifies the chain on one snapshot: from the last verified entry, or all of it. Earlier
 * verifications are compared as well, so that a chain which was computed again is noticed.
 */
export function checkChain(
  { db }: Pick<Deps, 'db'>,
  isWhole: boolean,
): Promise<{ end: ChainEnd; broken: ChainBreak | null }> {
  return readSnapshot(db, async (trx) => {
    const start = isWhole ? chainStart : await findVerifiedEnd(trx)
    const { end, broken } = await checkFrom(trx, start)
    return { end, broken: broken ?? (await findOtherBreak(trx, end)) }
  })
}

async function checkFrom(trx: Trx, start: ChainEnd): Promise<{ end: ChainEnd; broken: ChainBreak | null }> {
  let end = start
  for (;;) {
    const piece = await checkEntriesAfter(trx, end, entriesAtOnce)
    if (piece.firstBreak) return { end: piece.end, broken: piece.firstBreak }
    if (piece.count === 0) return { end, broken: null }

    end = piece.end
  }
}

/** What the hashes of the entries cannot show. */
async function findOtherBreak(trx: Trx, end: ChainEnd): Promise<ChainBreak | null> {
  const lostAt = (await findLostEnd(trx)) ?? (await findReasonAfter(trx, end.position))
  if (lostAt !== null) return { position: lostAt, fault: 'end' }
  if (await hasUnchained(trx)) return { position: end.position + 1, fault: 'unchained' }

  return null
}

type VerifyDeps = Pick<Deps, 'clock' | 'db' | 'log'>

/**
 * Verifies the chain, stores the result and raises the alarm if it is broken. The last position and
 * hash go to the log, where nobody with the database's password alone can change them.
 */
export async function verifyAudit(deps: VerifyDeps, isWhole = isWholeDay(deps.clock())): Promise<Verification> {
  const { end, broken } = await checkChain(deps, isWhole)
  const verification = { at: deps.clock(), end, isWhole, broken }
  await insertVerification(deps.db, verification)

  const facts = { position: end.position, hash: end.hash.toString('hex'), isWhole }
  if (broken === null) {
    deps.log.info(facts, 'the audit is unbroken')
    return verification
  }

  deps.log.error({ ...facts, brokenAt: broken.position, fault: broken.fault }, 'the audit was changed')
  const detail = `${broken.fault} at ${broken.position}`
  await insertSecurityEvents(deps.db, [{ at: verification.at, kind: 'audit-broken', detail }])
  return verification
}
